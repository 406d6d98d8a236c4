#!/usr/bin/env python3
"""Compare Cluewright's answers with an independent referee on random puzzles.

Every puzzle starts from a random full grid. Random clues are read off the grid (some of them are made false), a
random part of the grid is given, and the puzzle is written twice: for the referee (`oracle.py`, CP-SAT) and as a
puzzle file for Cluewright. Both count the solutions up to a limit, and the counts must be equal. Below the limit,
the sets of solutions must also be equal. At the limit, each of Cluewright's solutions must pass the referee's plain
checker.

README.md describes how to run it. Exit codes: 0 all agree, 1 some disagree, 2 the comparison could not run.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import oracle

LIES = 0.15  # share of the clues that are deliberately false
PATIENCE = 120  # seconds that Cluewright has for one puzzle
TRIES = 400  # failed proposals for one clue before another type is tried
STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
SIDES = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONALS = {"NE": ("UR", -1, 1), "NW": ("UL", -1, -1), "SE": ("DR", 1, 1), "SW": ("DL", 1, -1)}

# ---------------------------------------------------------------- full grids

# Rules for the whole grid, each with the referee's clue, our rule, and a flag that is true if the rule needs boxes.
GLOBALS = {
    "anti_knight": ({}, "anti-knight", False),
    "anti_king": ({}, "anti-king", False),
    "nonconsecutive": ({}, "non-consecutive", False),
    "diagonals": ({"which": ["main"]}, "diagonal-down", False),
    "diagonals/anti": ({"which": ["anti"]}, "diagonal-up", False),
    "windoku": ({}, "windoku", True),
    "disjoint_groups": ({}, "disjoint-groups", True),
}


def all_pairs(groups):
    return [(a, b) for g in groups for i, a in enumerate(g) for b in g[:i]]


def global_pairs(puzzle, name):
    """Returns the pairs of cells of a global rule, and a function from a digit in one cell to the digits that the
    rule forbids in the other."""
    same = lambda d: {d}
    return {
        "anti_knight": lambda: (oracle.knight_pairs(puzzle), same),
        "anti_king": lambda: (oracle.diag_pairs(puzzle), same),
        "nonconsecutive": lambda: (oracle.orth_pairs(puzzle), lambda d: {d - 1, d + 1}),
        "diagonals": lambda: (all_pairs([oracle.diag_cells(puzzle, "main")]), same),
        "diagonals/anti": lambda: (all_pairs([oracle.diag_cells(puzzle, "anti")]), same),
        "windoku": lambda: (all_pairs(oracle.windows(puzzle)), same),
        "disjoint_groups": lambda: (all_pairs(oracle.disjoint_sets(puzzle)), same),
    }[name]()


def random_grid(puzzle, names, rng, restarts=30, budget=3000):
    """Returns a random full grid that obeys the named global rules, or None if the search gives up."""
    n = puzzle.n
    houses = [[(i, k) for k in range(1, n + 1)] for i in range(1, n + 1)]
    houses += [[(k, i) for k in range(1, n + 1)] for i in range(1, n + 1)]
    watch = {c: [] for c in puzzle.all}
    rules = [(all_pairs(houses + puzzle.regions), lambda d: {d})]
    for pairs, forbidden in rules + [global_pairs(puzzle, name) for name in names]:
        for a, b in pairs:
            watch[a].append((b, forbidden))
            watch[b].append((a, forbidden))

    def fill(free):
        nonlocal nodes
        nodes += 1
        if not free or nodes > budget:
            return not free
        cell = min(free, key=lambda c: (len(marks[c]), rng.random()))
        for digit in rng.sample(sorted(marks[cell]), len(marks[cell])):
            undo = [(cell, marks[cell])]
            marks[cell] = {digit}
            for other, forbidden in watch[cell]:
                if other in free and marks[other] & forbidden(digit):
                    undo.append((other, marks[other]))
                    marks[other] = marks[other] - forbidden(digit)
            if all(marks[c] for c, _ in undo) and fill(free - {cell}):
                return True
            for c, before in reversed(undo):
                marks[c] = before
        return False

    for _ in range(restarts):
        nodes = 0
        marks = {c: set(range(1, n + 1)) for c in puzzle.all}
        if fill(frozenset(puzzle.all)):
            return {c: next(iter(marks[c])) for c in puzzle.all}
    return None


# ---------------------------------------------------------------- clues


def name_of(cell):
    return f"R{cell[0]}C{cell[1]}"


def names_of(cells):
    return [name_of(c) for c in cells]


class Clue:
    """A clue in two forms: `spec` for the referee, `rule` and `text` (TOML) for Cluewright."""

    def __init__(self, spec, rule, text):
        self.spec, self.rule, self.text = spec, rule, text


def clue(kind, cells, rule, param=None, **spec):
    """Returns a clue on a list of cells, with the first parameter of our rule if it has one."""
    head = "" if param is None else f"{param}: "
    return Clue({"type": kind, "cells": names_of(cells), **spec}, rule, f'"{head}{" ".join(names_of(cells))}"')


# Line rules without a value: our name, and the minimum and maximum number of cells.
LINES = {
    "thermo": ("thermometer", 2, 5),
    "slow_thermo": ("slow-thermometer", 2, 6),
    "renban": ("renban", 2, 5),
    "nabner": ("nabner", 2, 4),
    "parity_line": ("parity-line", 2, 6),
    "entropic": ("entropic-line", 3, 5),
    "palindrome": ("palindrome", 2, 5),
    "same_difference": ("same-difference-line", 3, 4),
    "region_sum_line": ("region-sum-line", 2, 6),
    "zipper": ("zipper-line", 3, 6),
    "between": ("between-line", 3, 6),
}
PAIRS = {"kropki_white": "white-dot", "kropki_black": "black-dot", "x": "x", "v": "v", "inequality": "inequality"}
DOTS = {"kropki": ["kropki_white", "kropki_black"], "difference": ["difference"], "ratio": ["ratio"]}


class Maker:
    """A generator of random clues for one full grid."""

    def __init__(self, puzzle, grid, rng):
        self.puzzle, self.grid, self.rng, self.n = puzzle, grid, rng, puzzle.n

    # --- cells

    def path(self, length, steps=STEPS):
        """Returns a path of random king's moves (or other `steps`) that visits no cell twice. It is shorter than `length` if
        it gets stuck."""
        cells = [self.rng.choice(self.puzzle.all)]
        while len(cells) < length:
            r, c = cells[-1]
            ways = [q for a, b in steps if (q := (r + a, c + b)) in self.puzzle.allset and q not in cells]
            if not ways:
                break
            cells.append(self.rng.choice(ways))
        return cells

    def area(self, size):
        cells = [self.rng.choice(self.puzzle.all)]
        while len(cells) < size:
            edge = [q for c in cells for q in oracle.orth(self.puzzle, c) if q not in cells]
            cells.append(self.rng.choice(edge))
        return cells

    def pair(self):
        return self.path(2, SIDES)

    def values(self, cells):
        return [self.grid[c] for c in cells]

    def bent(self, value, lie, low, high):
        """Returns the true value or, for a lie, a possible value near it."""
        near = [v for v in range(value - 3, value + 4) if low <= v <= high and v != value]
        return self.rng.choice(near) if lie and near else value

    # --- one proposal of a type

    def propose(self, kind, lie):
        """Returns a clue of this type on random cells. Its values fit the grid or, for a lie, nearly fit it."""
        if kind in LINES:
            rule, shortest, longest = LINES[kind]
            return clue(kind, self.path(self.rng.randint(shortest, longest)), rule)
        if kind in PAIRS:
            return clue(kind, self.pair(), PAIRS[kind])
        if kind in ("odd", "even"):
            return clue(kind, self.path(self.rng.randint(1, 2)), kind)
        return getattr(self, kind)(lie)

    def killer(self, lie):
        k = self.rng.randint(2, 5)
        cells = self.area(k)
        if self.rng.random() < 0.2:
            return clue("killer", cells, "killer-cage")
        most = k * (2 * self.n - k + 1) // 2
        total = self.bent(sum(self.values(cells)), lie, k * (k + 1) // 2, most)
        return clue("killer", cells, "killer-cage", total, sum=total)

    def sum(self, lie):
        cells = self.rng.sample(self.puzzle.all, self.rng.randint(2, 5))
        total = self.bent(sum(self.values(cells)), lie, len(cells), len(cells) * self.n)
        return clue("sum", cells, "sum", total, value=total)

    def extra_region(self, lie):
        return clue("extra_region", self.area(self.rng.randint(3, self.n - 1)), "extra-region")

    def little_killer(self, lie):
        way, (ours, dr, dc) = self.rng.choice(sorted(DIAGONALS.items()))
        first = self.rng.choice([c for c in self.puzzle.all if (c[0] - dr, c[1] - dc) not in self.puzzle.allset])
        spec = {"type": "little_killer", "from": name_of(first), "dir": way}
        cells = oracle.line_from(self.puzzle, spec)
        spec["sum"] = self.bent(sum(self.values(cells)), lie, len(cells), len(cells) * self.n)
        stand = self.rng.choice([first, (first[0] - dr, first[1] - dc)])
        return Clue(spec, "little-killer", f'"{spec["sum"]}: {name_of(stand)} {ours}"')

    def arrow(self, lie):
        cells = self.path(self.rng.randint(3, 6))
        pill = 2 if len(cells) > 4 and cells[0] < cells[1] else 1
        bulb, shaft = cells[:pill], cells[pill:]
        spec = {"type": "arrow", "bulb": names_of(bulb), "cells": names_of(shaft)}
        return Clue(spec, "arrow", f'"{" ".join(names_of(bulb))}; {" ".join(names_of(shaft))}"')

    def difference(self, lie):
        cells = self.pair()
        a, b = self.values(cells)
        value = self.bent(abs(a - b), lie, 1, self.n - 1)
        return clue("difference", cells, "white-dot", value, value=value)

    def ratio(self, lie):
        value = self.rng.randint(2, 4)
        return clue("ratio", self.pair(), "black-dot", value, value=value)

    def whisper(self, lie):
        cells = self.path(self.rng.randint(2, 5))
        value = self.rng.choice([None, self.rng.randint(2, self.n // 2)])
        return clue("whisper", cells, "german-whisper", value, **({} if value is None else {"diff": value}))

    def dutch_whisper(self, lie):
        value = self.rng.randint(2, 4)
        return clue("dutch_whisper", self.path(self.rng.randint(2, 5)), "dutch-whisper", value, diff=value)

    def modular(self, lie):
        value = self.rng.randint(2, 4)
        return clue("modular", self.path(self.rng.randint(value, 6)), "modular-line", value, mod=value)

    def lockout(self, lie):
        value = self.rng.randint(2, 4)
        return clue("lockout", self.path(self.rng.randint(2, 5)), "lockout-line", value, diff=value)

    def outside(self, kind, key, rule, value, lie, low, high):
        """Returns a clue outside the grid; `value` computes its true value from the visible digits."""
        side, index = self.rng.choice(["left", "right", "top", "bottom"]), self.rng.randint(1, self.n)
        end = self.n + 1
        stand = {"left": (index, 0), "right": (index, end), "top": (0, index), "bottom": (end, index)}[side]
        spec = {"type": kind, "side": side, "index": index}
        spec[key] = self.bent(value(self.values(oracle.seen_from(self.puzzle, spec))), lie, low, high)
        if kind == "sandwich":
            spec["row" if side in ("left", "right") else "col"] = index
            del spec["side"], spec["index"]
        return Clue(spec, rule, f'"{spec[key]}: {name_of(stand)}"')

    def sandwich(self, lie):
        def filling(line):
            i, j = sorted((line.index(1), line.index(self.n)))
            return sum(line[i + 1 : j])

        return self.outside("sandwich", "sum", "sandwich", filling, lie, 0, self.n * (self.n - 1) // 2 - 1)

    def x_sum(self, lie):
        total = lambda line: sum(line[: line[0]])
        return self.outside("x_sum", "sum", "x-sum", total, lie, 1, self.n * (self.n + 1) // 2)

    def skyscraper(self, lie):
        seen = lambda line: len({max(line[: i + 1]) for i in range(len(line))})
        return self.outside("skyscraper", "count", "skyscraper", seen, lie, 1, self.n)

    def numbered_room(self, lie):
        return self.outside("numbered_room", "digit", "numbered-room", lambda line: line[line[0] - 1], lie, 1, self.n)

    def quadruple(self, lie):
        r, c = self.rng.randint(1, self.n - 1), self.rng.randint(1, self.n - 1)
        digits = self.rng.sample(self.values([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]), self.rng.randint(1, 4))
        digits[0] = self.bent(digits[0], lie, 1, self.n)
        at = name_of((r, c))
        return Clue({"type": "quadruple", "at": at, "digits": digits}, "quadruple", f'"{" ".join(map(str, digits))}: {at}"')

    def min(self, lie):
        return self.extremes("min", "minimum")

    def max(self, lie):
        return self.extremes("max", "maximum")

    def extremes(self, kind, rule):
        cells = self.area(self.rng.randint(1, 2))
        cells += [c for c in self.rng.sample(self.puzzle.all, 1) if c not in cells]
        return clue(kind, cells[: self.rng.randint(1, 3)], rule, ignore_marked=True)

    def clone(self, lie):
        first = self.area(self.rng.randint(1, 3))
        r, c = first[0]
        tr, tc = self.rng.choice([q for q in self.puzzle.all if q not in first and (lie or self.grid[q] == self.grid[r, c])])
        second = [(a + tr - r, b + tc - c) for a, b in first]
        if any(q not in self.puzzle.allset or q in first for q in second):
            return None
        a, b = names_of(first), names_of(second)
        return Clue({"type": "clone", "a": a, "b": b}, "clone", f'"{" ".join(a)}; {" ".join(b)}"')

    def any_of(self, lie):
        kinds = [*LINES, "killer", "sum", "arrow", "odd", "even"]
        kinds = [k for k in kinds if k != "region_sum_line" or self.puzzle.regions]
        options = [[self.propose(self.rng.choice(kinds), True) for _ in range(self.rng.randint(1, 2))] for _ in range(2)]
        spec = {"type": "any_of", "options": [[c.spec for c in group] for group in options]}
        text = ", ".join(f"{{ {', '.join(table(group))} }}" for group in options)
        return Clue(spec, "any-of", f"{{ all-of = [{text}] }}")

    # --- clues that are true or false, as requested

    def holds(self, found):
        return oracle.holds(self.puzzle, found.spec, self.grid, None, {})

    def make(self, kind, lie):
        """Returns a clue of this type that is true of the grid (false, for a lie), or None."""
        for _ in range(TRIES):
            found = self.propose(kind, lie)
            if found and self.holds(found) != lie:
                return found
        return None

    def negative(self, kind, lie):
        """Returns all marks of a type that the grid has (without one of them, for a lie), and the rule that there
        are no others."""
        made, values = NEGATIVES[kind](self, self.rng)
        marks = [c for p in oracle.orth_pairs(self.puzzle) for c in made(p) if self.holds(c)]
        one_each = list({frozenset(c.spec["cells"]): c for c in marks}.values())
        if lie and one_each:
            one_each.remove(self.rng.choice(one_each))
        return one_each + values


def kropki_negative(maker, rng):
    of = rng.choice([["white"], ["black"], ["white", "black"]])
    kinds = [f"kropki_{colour}" for colour in of]
    rules = [Clue({"type": "kropki_negative", "of": [colour]}, f"{colour}-dot-negative", "true") for colour in of]
    return (lambda pair: [clue(k, pair, PAIRS[k]) for k in rng.sample(kinds, len(kinds))]), rules


def xv_negative(maker, rng):
    of = rng.choice([["x"], ["v"], ["x", "v"]])
    sums = [10 if mark == "x" else 5 for mark in of]
    rule = Clue({"type": "xv_negative", "of": of}, "xv-negative", "true" if len(of) == 2 else f"{{ sums = {sums} }}")
    return (lambda pair: [clue(k, pair, k) for k in of]), [rule]


def difference_negative(maker, rng):
    values = sorted(rng.sample(range(1, maker.n), rng.randint(1, 2)))
    rule = Clue({"type": "difference_negative", "values": values}, "white-dot-negative", f"{{ differences = {values} }}")
    return (lambda pair: [clue("difference", pair, "white-dot", v, value=v) for v in values]), [rule]


def ratio_negative(maker, rng):
    values = sorted(rng.sample([2, 3, 4], rng.randint(1, 2)))
    rule = Clue({"type": "ratio_negative", "values": values}, "black-dot-negative", f"{{ ratios = {values} }}")
    return (lambda pair: [clue("ratio", pair, "black-dot", v, value=v) for v in values]), [rule]


NEGATIVES = {
    "kropki_negative": kropki_negative,
    "xv_negative": xv_negative,
    "difference_negative": difference_negative,
    "ratio_negative": ratio_negative,
}
# A negative rule exempts marked pairs. The two programs agree on the marks that exempt a pair only for these rules.
STYLE_OF = {"kropki_negative": "kropki", "difference_negative": "difference", "ratio_negative": "ratio"}
LOCAL = [
    *LINES, "x", "v", "inequality", "odd", "even", "killer", "sum", "extra_region", "little_killer", "arrow",
    "whisper", "dutch_whisper", "modular", "lockout", "sandwich", "x_sum", "skyscraper", "numbered_room",
    "quadruple", "min", "max", "clone", "any_of",
]  # fmt: skip
ONCE = {"min", "max"}  # all such cells of a puzzle form one clue

# ---------------------------------------------------------------- puzzles


def table(clues):
    """Returns the clues as lines `rule = …` of a puzzle file."""
    texts = {}
    for c in clues:
        texts.setdefault(c.rule, []).append(c.text)
    return [f"{rule} = {found[0] if len(found) == 1 else '[' + ', '.join(found) + ']'}" for rule, found in texts.items()]


def random_frame(rng):
    """Returns a random size and boxes, under the keys that the referee uses."""
    size = rng.choice([6, 9])
    if rng.random() < 0.12:
        return {"size": size, "regions": "none"}
    return {"size": size, "box": rng.choice([[2, 3], [3, 2]]) if size == 6 else [3, 3]}


def random_clues(puzzle, frame, rng):
    """Returns a full grid, clues for it, and True if the grid violates any of the clues."""
    names = [g for g, (_, _, boxes) in GLOBALS.items() if puzzle.regions or not boxes]
    names = [g for g in names if g != "windoku" or puzzle.n == 9]
    names = rng.sample(names, 1) if rng.random() < 0.3 else []
    grid = random_grid(puzzle, [] if rng.random() < LIES else names, rng)
    while grid is None:
        names, grid = [], random_grid(puzzle, [], rng)
    clues = [Clue({"type": g.split("/")[0], **GLOBALS[g][0]}, GLOBALS[g][1], "true") for g in names]
    maker = Maker(puzzle, grid, rng)
    negative = rng.choice(sorted(NEGATIVES)) if rng.random() < 0.15 else None
    if negative:
        clues += maker.negative(negative, rng.random() < LIES)
    style = STYLE_OF.get(negative) or rng.choice(sorted(DOTS))
    kinds = [k for k in LOCAL + (DOTS[style] if negative not in STYLE_OF else []) if k != "region_sum_line" or puzzle.regions]
    kinds = [k for k in kinds if negative != "xv_negative" or k not in ("x", "v")]
    if negative is None:  # without a negative rule, dots of all styles can be combined
        kinds += [k for other in DOTS if other != style for k in DOTS[other]]
    for _ in range(rng.randint(1, 6)):
        kind = rng.choice(kinds)
        found = maker.make(kind, rng.random() < LIES)
        if found:
            clues.append(found)
        if kind in ONCE:
            kinds.remove(kind)
    whole = oracle.Puzzle({**frame, "constraints": [c.spec for c in clues]})
    return grid, clues, not oracle.check(whole, grid)


def random_puzzle(rng):
    """Returns the referee's puzzle and the text of Cluewright's file."""
    frame = random_frame(rng)
    puzzle = oracle.Puzzle(frame)
    grid, clues, lie = random_clues(puzzle, frame, rng)
    low, high = (0.1, 0.4) if puzzle.n == 6 else (0.3, 0.55)
    share = rng.uniform(low, high) * (0.6 if lie else 1.0)
    given = set(rng.sample(puzzle.all, round(share * len(puzzle.all))))
    spec = {**frame, "givens": {name_of(c): grid[c] for c in sorted(given)}, "constraints": [c.spec for c in clues]}
    n = puzzle.n
    rows = ["".join(str(grid[r, c]) if (r, c) in given else "." for c in range(1, n + 1)) for r in range(1, n + 1)]
    boxes = "x".join(map(str, frame["box"])) if "box" in frame else "none"
    head = [f"size = {n}", f'boxes = "{boxes}"', 'grid = """', *rows, '"""', "", "[clues]"]
    return spec, "\n".join(head + table(clues)) + "\n"


# ---------------------------------------------------------------- comparing


class Refused(Exception):
    """Raised if Cluewright gives no answer about a puzzle."""


def cluewright(binary, file, limit, option):
    """Returns Cluewright's answer to `solve` with `--count` or `--all`, as its JSON object."""
    command = [binary, "solve", option, "--limit", str(limit), "--threads", "1", "--json", str(file)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Refused(f"no answer within {PATIENCE} s") from None
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise Refused(f"exit code {done.returncode}: {(done.stdout + done.stderr).strip()[:300]}") from None
    if "error" in answer:
        raise Refused(answer["error"]["message"])
    return answer


def disagreement(spec, file, binary, limit):
    """Returns the referee's count (None at the limit) and the difference between the answers (None if they agree)."""
    theirs = oracle.solve(spec, limit=limit, method="enum")
    exact = theirs["count"] if theirs["count"] < limit else None
    try:
        counted = cluewright(binary, file, limit, "--count")
        listed = cluewright(binary, file, limit, "--all")
    except Refused as refused:
        # Cluewright refuses a total that no digits can reach, because the setter probably made a mistake. For the
        # referee, the puzzle has no solution.
        if exact == 0 and "is possible here" in str(refused):
            return exact, None
        return exact, f"no answer: {refused}"
    if counted["count"] != theirs["count"]:
        return exact, f"{counted['count']} solutions, the referee has {theirs['count']}"
    if exact is not None and not counted["complete"]:
        return exact, f"undecided: {counted['stopped']}"
    if listed["count"] != counted["count"] or len(set(listed["solutions"])) != counted["count"]:
        return exact, f"--count has {counted['count']} solutions, --all {len(set(listed['solutions']))}"
    if exact is not None and set(listed["solutions"]) != set(theirs["solutions"]):
        return exact, "as many solutions, but not the same ones"
    puzzle = oracle.Puzzle(spec)
    for grid in listed["solutions"]:
        good, why = oracle.check(puzzle, grid, explain=True)
        if not good:
            return exact, f"solution {grid} breaks {why}"
    return exact, None


def kinds_of(spec):
    """Returns the types of clues in a puzzle, including those inside `any_of`, each once."""
    return {c["type"] for c in oracle.Puzzle(spec).flat}


def report(used, verdicts, bad, seconds):
    width = max(map(len, used), default=0)
    print("\ntype" + " " * (width - 2) + "puzzles")
    for kind, times in sorted(used.items()):
        print(f"{kind:{width}}  {times:7}")
    never = set(LOCAL) | {g.split("/")[0] for g in GLOBALS} | set(NEGATIVES) | {k for d in DOTS.values() for k in d}
    print("never used: " + (", ".join(sorted(never - set(used))) or "none"))
    print(", ".join(f"{times} with {name}" for name, times in sorted(verdicts.items())))
    print(f"{sum(verdicts.values())} puzzles in {seconds:.0f} s, {bad} disagreements")


def main():
    args = argparse.ArgumentParser(description="compare Cluewright with an independent referee on random puzzles")
    args.add_argument("--binary", default="target/release/cluewright", help="the cluewright program")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--count", type=int, default=300, help="how many puzzles")
    args.add_argument("--first", type=int, default=0, help="number of the first puzzle")
    args.add_argument("--limit", type=int, default=50, help="count solutions up to so many")
    args.add_argument("--out", default="target/referee", help="folder for the puzzles that disagree")
    args.add_argument("--dry-run", action="store_true", help="only make the puzzles and ask the referee")
    options = args.parse_args()
    if not options.dry_run and not Path(options.binary).is_file():
        print(f"no program at {options.binary}; build it, or say where it is with --binary", file=sys.stderr)
        return 2
    used, verdicts, bad, start = Counter(), Counter(), 0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.toml"
        for number in range(options.first, options.first + options.count):
            spec, text = random_puzzle(random.Random(f"{options.seed}/{number}"))
            file.write_text(text)
            if options.dry_run:
                count, problem = oracle.solve(spec, limit=options.limit, method="enum")["count"], None
                count = count if count < options.limit else None
            else:
                count, problem = disagreement(spec, file, options.binary, options.limit)
            used.update(kinds_of(spec))
            verdicts["several solutions" if count is None or count > 1 else ["no solution", "one solution"][count]] += 1
            if problem:
                bad += 1
                out = Path(options.out)
                out.mkdir(parents=True, exist_ok=True)
                name = f"{options.seed}-{number}"
                (out / f"{name}.toml").write_text(text)
                (out / f"{name}.json").write_text(json.dumps(spec))
                print(f"{out / name}.toml, .json: {problem}", flush=True)
    report(used, verdicts, bad, time.monotonic() - start)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
