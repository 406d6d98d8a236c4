import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Desk } from "./desk.ts";

const Context = createContext<Desk | null>(null);

export const DeskProvider = Context.Provider;

export function useDesk(): Desk {
  const desk = useContext(Context);
  if (!desk) throw new Error("a part of the page stands outside the desk");
  return desk;
}
