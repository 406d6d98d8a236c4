// Generated from docs/ask.schema.json by scripts/types.mjs; do not edit.

export interface Option {
  /** Its name, after that of the table that it is in: `limits.seconds`. */
  path: string;
  kind: "flag" | "number" | "text" | "list" | "choice";
  help: string;
  choices?: string[];
  usual?: string;
}

export const OPTIONS: Record<string, Option[]> = {
 "check": [
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "count": [
  {
   "path": "most",
   "kind": "number",
   "help": "Maximum number of solutions to count; no maximum if left out."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "estimate": [
  {
   "path": "seed",
   "kind": "number",
   "help": "Random seed: the same seed gives the same estimate."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "grade": [
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of a profile in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier of the steps to use."
  },
  {
   "path": "explain",
   "kind": "flag",
   "help": "`true` to return the steps with their reasons."
  },
  {
   "path": "story",
   "kind": "flag",
   "help": "`true` to return the steps that the solution depends on as a story."
  },
  {
   "path": "verify",
   "kind": "flag",
   "help": "`true` to prove every step again from its citations alone."
  },
  {
   "path": "force",
   "kind": "flag",
   "help": "`true` to grade a puzzle even if it is not unique, as far as logic gets."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "diagnose": [
  {
   "path": "max_sets",
   "kind": "number",
   "help": "Maximum number of conflicts to list."
  },
  {
   "path": "layout",
   "kind": "flag",
   "help": "`true` if rows, columns and boxes may be to blame too."
  },
  {
   "path": "cap",
   "kind": "number",
   "help": "Maximum number of solutions to count without a clue."
  },
  {
   "path": "grades",
   "kind": "flag",
   "help": "`true` to grade a unique puzzle, and grade it again without each redundant clue."
  },
  {
   "path": "minimise",
   "kind": "number",
   "help": "The random seed for finding a minimal set of clues; if left out, none is searched for. The question `minimise`\nhas more options."
  },
  {
   "path": "was",
   "kind": "text",
   "help": "An earlier version of the puzzle, in any format, to find the change that is to blame."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "minimise": [
  {
   "path": "seed",
   "kind": "number",
   "help": "Random seed for the order in which clues are tried."
  },
  {
   "path": "keep",
   "kind": "list",
   "help": "The clues and givens to keep: names of rules, `givens`, or cells whose givens are kept."
  },
  {
   "path": "symmetry",
   "kind": "choice",
   "help": "The symmetry to preserve: givens in the same orbit are kept or removed together.",
   "choices": [
    "none",
    "half-turn",
    "quarter-turn",
    "left-right",
    "top-bottom",
    "diagonal",
    "anti-diagonal",
    "full"
   ],
   "usual": "none"
  },
  {
   "path": "keep_path",
   "kind": "flag",
   "help": "`true` to keep the break-in and the hardest step."
  },
  {
   "path": "values",
   "kind": "flag",
   "help": "`true` to remove parts of clues too, such as a cage's sum or the end of a line."
  },
  {
   "path": "size",
   "kind": "number",
   "help": "Maximum size of the sets to list: all minimal sets with at most this many clues and givens."
  },
  {
   "path": "fewest",
   "kind": "flag",
   "help": "`true` to list all sets of the smallest size."
  },
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of a profile in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier of the steps to use."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "suggest": [
  {
   "path": "rules",
   "kind": "list",
   "help": "The rules whose clues may be added; `given` permits givens. If empty, the rules that the puzzle uses, and\ngivens."
  },
  {
   "path": "shift",
   "kind": "number",
   "help": "The amount by which the rating of a unique puzzle should rise. A negative amount makes it easier."
  },
  {
   "path": "most",
   "kind": "number",
   "help": "Maximum number of suggestions."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "Random seed for the positions to try."
  },
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of a profile in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier of the steps to use."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "generate": [
  {
   "path": "count",
   "kind": "number",
   "help": "Number of puzzles in the answer, 1 to 10,000."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "Random seed: the same seed gives the same puzzles."
  },
  {
   "path": "size",
   "kind": "number",
   "help": "Number of rows and columns of the grid, 4 to 16."
  },
  {
   "path": "symmetry",
   "kind": "choice",
   "help": "The symmetry of the clues and givens. If left out, each variant's clues get a random symmetry or none, and givens are\nunrestricted.",
   "choices": [
    "none",
    "half-turn",
    "quarter-turn",
    "left-right",
    "top-bottom",
    "diagonal",
    "anti-diagonal",
    "full"
   ],
   "usual": ""
  },
  {
   "path": "givens",
   "kind": "number",
   "help": "Maximum number of givens in a variant. Rules without a count get more clues to keep this limit. If left out, the\nlimit is 4 or, if no rule has a count, 2 more than the rules require."
  },
  {
   "path": "technique",
   "kind": "text",
   "help": "A technique that the puzzles must require: without it, they are harder."
  },
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of a profile in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier of the steps to use."
  },
  {
   "path": "tries",
   "kind": "number",
   "help": "Maximum number of grids tried for each puzzle."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ],
 "fill": [
  {
   "path": "count",
   "kind": "number",
   "help": "Number of different puzzles, at least 1."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "Random seed: the same seed gives the same puzzles."
  },
  {
   "path": "all",
   "kind": "flag",
   "help": "`true` to list all fillings instead, with a proof that there are no others."
  },
  {
   "path": "best",
   "kind": "choice",
   "help": "The criterion for the best filling, which is returned once a limit is reached.",
   "choices": [
    "effort",
    "rating",
    "givens"
   ],
   "usual": ""
  },
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of a profile in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier of the steps to use."
  },
  {
   "path": "steps",
   "kind": "number",
   "help": "Maximum number of search steps."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Maximum number of guesses; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Maximum number of seconds; no limit if left out."
  }
 ]
};
