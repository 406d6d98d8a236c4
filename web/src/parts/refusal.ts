// Phrases the engine's refusals for the page, without advice that is useful only on the command line.
import type { Refusal } from "../engine/contract.ts";

const inWords = (text: string): string => text.replace(/`([^`]*)`/g, "“$1”");

/** Returns `true` for advice that is useful only on the command line. */
const isForTerminals = (help: string): boolean => /(^|[\s(])--[a-z]|convert to `|\bstdin\b|\bsay --/.test(help);

export function refusalWords({ message, help }: Pick<Refusal, "message" | "help">): { message: string; help: string | null } {
  return { message: inWords(message), help: help && !isForTerminals(help) ? inWords(help) : null };
}

/** Returns a refusal's message and advice as one text. */
export function refusalText(refusal: Pick<Refusal, "message" | "help">): string {
  const { message, help } = refusalWords(refusal);
  return help === null ? message : `${message}; ${help}`;
}
