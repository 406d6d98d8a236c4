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
   "help": "Maximum number to count; no maximum if left out."
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
   "help": "`true` to grade a puzzle that is not unique, as far as logic gets."
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
   "help": "Maximum number of conflicts."
  },
  {
   "path": "layout",
   "kind": "flag",
   "help": "`true` if rows, columns and boxes may be to blame too."
  },
  {
   "path": "cap",
   "kind": "number",
   "help": "Maximum number of solutions counted without a clue."
  },
  {
   "path": "grades",
   "kind": "flag",
   "help": "`true` to grade a unique puzzle, and again without each redundant clue."
  },
  {
   "path": "minimise",
   "kind": "number",
   "help": "The seed for a minimal selection of clues, if one is wanted; the question `minimise` has more options."
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
   "help": "The order in which clues are tried."
  },
  {
   "path": "keep",
   "kind": "list",
   "help": "Parts to keep: names of rules, `givens`, cells whose givens are kept."
  },
  {
   "path": "symmetry",
   "kind": "choice",
   "help": "Givens of cells in one orbit of the symmetry are kept or removed together.",
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
   "help": "`true` to remove parts of clues too: a cage's sum, the end of a line."
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
   "help": "The rules whose clues may be added, and `given`; empty for those that the puzzle uses, and givens."
  },
  {
   "path": "shift",
   "kind": "number",
   "help": "For a unique puzzle: the rise of its rating; below 0 it gets easier."
  },
  {
   "path": "most",
   "kind": "number",
   "help": "Maximum number of suggestions."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "Random seed for the places tried."
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
   "help": "Number of puzzles: 1 to 10,000 in one answer."
  },
  {
   "path": "seed",
   "kind": "number",
   "help": "Random seed: the same seed gives the same puzzles."
  },
  {
   "path": "size",
   "kind": "number",
   "help": "Rows of the grid, 4 to 16."
  },
  {
   "path": "symmetry",
   "kind": "choice",
   "help": "The symmetry of their clues and givens. Left out, the clues of each variant have one of their own or none, and givens\nare anywhere.",
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
   "help": "Maximum number of given digits of a variant: more clues of the rules without a count make up for givens. Left out,\nit is 4, or 2 more than the rules force, if no rule has a count."
  },
  {
   "path": "technique",
   "kind": "text",
   "help": "A technique that the puzzles must need: they are harder without it."
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
   "help": "List all fillings instead, and prove that there are no others."
  },
  {
   "path": "best",
   "kind": "choice",
   "help": "Find the best until the limits are reached.",
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
   "help": "Maximum number of steps of the search."
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
