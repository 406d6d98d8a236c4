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
   "help": "The seed for a minimal selection of clues; none is made if left out. The question `minimise` has more options."
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
   "help": "The parts to keep: names of rules, `givens`, or cells whose givens are kept."
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
   "help": "The rules whose clues may be added, and `given`; if empty, the rules that the puzzle uses, and givens."
  },
  {
   "path": "shift",
   "kind": "number",
   "help": "For a unique puzzle: how much its rating should rise; a negative number makes it easier."
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
   "help": "Maximum number of givens in a variant; the rules without a count get more clues to make up for them. If left out, it is 4 or, if\nno rule has a count, 2 more than the rules force."
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
   "help": "Keep searching until a limit is reached, and return the best filling.",
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
