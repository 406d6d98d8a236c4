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
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "count": [
  {
   "path": "most",
   "kind": "number",
   "help": "Count no further than this; to the end if left out."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "estimate": [
  {
   "path": "seed",
   "kind": "number",
   "help": "Chooses the random numbers: the same seed gives the same estimate."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "grade": [
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of one in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier whose steps are taken."
  },
  {
   "path": "explain",
   "kind": "flag",
   "help": "Whether to give the steps with their reasons."
  },
  {
   "path": "story",
   "kind": "flag",
   "help": "Whether to tell the steps that the solution rests on as a story."
  },
  {
   "path": "verify",
   "kind": "flag",
   "help": "Whether to prove every step anew from what it cites alone."
  },
  {
   "path": "force",
   "kind": "flag",
   "help": "Whether to grade a puzzle that is not unique, as far as steps go."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "diagnose": [
  {
   "path": "max_sets",
   "kind": "number",
   "help": "Conflicts at most."
  },
  {
   "path": "layout",
   "kind": "flag",
   "help": "Whether rows, columns and boxes may be to blame too."
  },
  {
   "path": "cap",
   "kind": "number",
   "help": "Up to how many solutions are counted without a clue."
  },
  {
   "path": "grades",
   "kind": "flag",
   "help": "Whether to grade a unique puzzle, and again without each clue that can go."
  },
  {
   "path": "minimise",
   "kind": "number",
   "help": "The seed for a minimal selection of clues, if one is wanted; `minimise` is the question for more of that."
  },
  {
   "path": "was",
   "kind": "text",
   "help": "An earlier version of the puzzle, in any format: which change since then is to blame?"
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "minimise": [
  {
   "path": "seed",
   "kind": "number",
   "help": "The order in which clues are tried."
  },
  {
   "path": "keep",
   "kind": "list",
   "help": "What stays: names of rules, `givens`, cells whose givens stay."
  },
  {
   "path": "symmetry",
   "kind": "choice",
   "help": "Givens of cells that go together stay or go together.",
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
   "help": "Whether the break-in and the hardest step stay the same."
  },
  {
   "path": "values",
   "kind": "flag",
   "help": "Whether parts of clues go too: a cage's sum, the end of a line."
  },
  {
   "path": "size",
   "kind": "number",
   "help": "List all minimal selections of at most this many clues and givens."
  },
  {
   "path": "fewest",
   "kind": "flag",
   "help": "List all selections of the smallest size."
  },
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of one in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier whose steps are taken."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "suggest": [
  {
   "path": "rules",
   "kind": "list",
   "help": "The rules whose clues may be added, and `given`; none: those that the puzzle uses, and givens."
  },
  {
   "path": "shift",
   "kind": "number",
   "help": "Of a unique puzzle: by how much its rating is to rise; below 0 it gets easier."
  },
  {
   "path": "most",
   "kind": "number",
   "help": "Suggestions, at most."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "Decides which places are tried."
  },
  {
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of one in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier whose steps are taken."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "generate": [
  {
   "path": "count",
   "kind": "number",
   "help": "How many: 1 to 10,000 in one answer."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "The same seed gives the same puzzles."
  },
  {
   "path": "size",
   "kind": "number",
   "help": "Rows of the grid, 4 to 16."
  },
  {
   "path": "symmetry",
   "kind": "choice",
   "help": "How their clues and givens are arranged.",
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
   "path": "techniques.profile",
   "kind": "text",
   "help": "The name of a built-in profile, or the text of one in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier whose steps are taken."
  },
  {
   "path": "tries",
   "kind": "number",
   "help": "Grids that are tried for each puzzle, at most."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ],
 "fill": [
  {
   "path": "count",
   "kind": "number",
   "help": "How many different puzzles, at least 1."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "The same seed gives the same puzzles."
  },
  {
   "path": "all",
   "kind": "flag",
   "help": "List all fillings instead, and prove that there are no others."
  },
  {
   "path": "best",
   "kind": "choice",
   "help": "Look for the best until the limits are reached.",
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
   "help": "The name of a built-in profile, or the text of one in TOML."
  },
  {
   "path": "techniques.without",
   "kind": "list",
   "help": "Techniques to leave out."
  },
  {
   "path": "techniques.only",
   "kind": "text",
   "help": "The highest tier whose steps are taken."
  },
  {
   "path": "steps",
   "kind": "number",
   "help": "Steps of the search, at most."
  },
  {
   "path": "limits.nodes",
   "kind": "number",
   "help": "Guesses at most; 10,000,000 if left out."
  },
  {
   "path": "limits.seconds",
   "kind": "number",
   "help": "Seconds at most; no limit if left out."
  }
 ]
};
