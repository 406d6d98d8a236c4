"""Compares the formula of a certificate with its puzzle, without any code of Cluewright.

    python3 compare.py FOLDER...

The comments of `formula.cnf` state the cell and the digit of each variable, and the clauses of each part of
the puzzle. This program reads the puzzle file, and compares the clauses of each part with the rule. Houses,
givens and the excluded solution are compared clause by clause. The commonest rules are compared on all
assignments to their cells, or on random assignments if there are too many. Clues of other rules are listed as
not compared. The proof itself is left to a proof checker.

Needs Python 3.11. Exit codes: 0 everything compared agrees, 1 something differs, 2 a file cannot be read.
"""

import itertools
import math
import random
import re
import sys
import tomllib
from pathlib import Path

# Maximum number of assignments to enumerate, number of random assignments if there are more, and maximum number of
# clauses to leave out one at a time.
ENUMERATED, DRAWN, LEFT_OUT = 7_000, 300, 400


class Refused(Exception):
    """Raised if the formula does not fit the puzzle."""


# The rules. Each function takes the grid, the slots of a clue (lists of cells), the clue's value, and the digits of all
# cells.


def pairs(cells):
    return zip(cells, cells[1:])


def values(cells, at):
    return [at[cell] for cell in cells]


def is_different(cells, at):
    return len({at[cell] for cell in cells}) == len(cells)


def killer_cage(grid, slots, total, at):
    return is_different(slots[0], at) and total in (None, sum(values(slots[0], at)))


def arrow(grid, slots, value, at):
    bulb, shaft = slots
    number = 0
    for digit in values(bulb, at):
        number = 10 * number + digit
    return number == sum(values(shaft, at)) and all(at[cell] <= 9 for cell in bulb[1:])


def thermometer(grid, slots, value, at):
    return all(at[a] < at[b] for a, b in pairs(slots[0]))


def white_dot(grid, slots, difference, at):
    a, b = values(slots[0], at)
    return abs(a - b) == (1 if difference is None else difference)


def black_dot(grid, slots, ratio, at):
    a, b = values(slots[0], at)
    ratio = 2 if ratio is None else ratio
    return a == ratio * b or b == ratio * a


def whisper(grid, slots, difference, at):
    least = (len(grid.digits) + 1) // 2 if difference is None else difference
    return all(abs(at[a] - at[b]) >= least for a, b in pairs(slots[0]))


def renban(grid, slots, value, at):
    digits = values(slots[0], at)
    return is_different(slots[0], at) and max(digits) - min(digits) == len(digits) - 1


def rising(grid, slots, value, at):
    return is_different([(r, c) for r, c in grid.cells if r + c == grid.rows + 1], at)


def falling(grid, slots, value, at):
    return is_different([(r, c) for r, c in grid.cells if r == c], at)


def sums_to(total):
    return lambda grid, slots, value, at: sum(values(slots[0], at)) == total


def little_killer(grid, slots, total, at):
    return sum(values(slots[0], at)) == total


def differs_at(steps):
    def holds(grid, slots, value, at):
        for (r, c), (dr, dc) in itertools.product(grid.cells, steps):
            if at.get((r + dr, c + dc)) == at[r, c]:
                return False
        return True

    return holds


def palindrome(grid, slots, value, at):
    digits = values(slots[0], at)
    return digits == digits[::-1]


def has_remainder(remainder):
    return lambda grid, slots, value, at: all(at[cell] % 2 == remainder for cell in slots[0])


def region_sum_line(grid, slots, value, at):
    pieces = itertools.groupby(slots[0], key=grid.box_of.get)
    return len({sum(values(list(cells), at)) for box, cells in pieces if box is not None}) <= 1


def quadruple(grid, slots, listed, at):
    around = values(slots[0], at)
    listed = [listed] if isinstance(listed, int) else listed
    return all(around.count(digit) >= listed.count(digit) for digit in listed)


def non_consecutive(grid, slots, value, at):
    for (r, c), (dr, dc) in itertools.product(grid.cells, [(0, 1), (1, 0)]):
        other = at.get((r + dr, c + dc))
        if other is not None and abs(other - at[r, c]) == 1:
            return False
    return True


def sandwich(grid, slots, total, at):
    digits = values(slots[0], at)
    low, high = sorted([digits.index(min(digits)), digits.index(max(digits))])
    return is_different(slots[0], at) and sum(digits[low + 1 : high]) == total


def extra_region(grid, slots, value, at):
    return is_different(slots[0], at)


def between_line(grid, slots, value, at):
    first, *inner, last = values(slots[0], at)
    return all(min(first, last) < digit < max(first, last) for digit in inner)


def inequality(grid, slots, value, at):
    a, b = values(slots[0], at)
    return a > b


KNIGHT = [(1, 2), (2, 1), (1, -2), (2, -1)]
KING = [(1, 1), (1, -1)]

RULES = {
    "anti-king": differs_at(KING),
    "anti-knight": differs_at(KNIGHT),
    "arrow": arrow,
    "between-line": between_line,
    "black-dot": black_dot,
    "diagonal-down": falling,
    "diagonal-up": rising,
    "even": has_remainder(0),
    "extra-region": extra_region,
    "german-whisper": whisper,
    "inequality": inequality,
    "killer-cage": killer_cage,
    "little-killer": little_killer,
    "non-consecutive": non_consecutive,
    "odd": has_remainder(1),
    "palindrome": palindrome,
    "quadruple": quadruple,
    "region-sum-line": region_sum_line,
    "renban": renban,
    "sandwich": sandwich,
    "thermometer": thermometer,
    "v": sums_to(5),
    "white-dot": white_dot,
    "x": sums_to(10),
}
WHOLE_GRID = {"anti-king", "anti-knight", "diagonal-down", "diagonal-up", "non-consecutive"}


# Reading the puzzle file.


class Grid:
    """The layout and the givens that a puzzle file states."""

    def __init__(self, puzzle):
        drawn = [line for line in symbols(puzzle.get("grid", "")) if line]
        size = puzzle.get("size", len(drawn) or 9)
        self.rows, self.columns = (size, size) if isinstance(size, int) else map(int, size.split("x"))
        self.cells = list(itertools.product(range(1, self.rows + 1), range(1, self.columns + 1)))
        self.digits = digits_of(puzzle.get("digits", max(self.rows, self.columns)))
        self.box_of = self.boxes(puzzle.get("boxes"))
        flat = [symbol for line in drawn for symbol in line]
        self.givens = [(cell, {symbol}) for cell, symbol in zip(self.cells, flat) if symbol is not None]
        for names, marks in puzzle.get("marks", {}).items():
            for restriction in marks if isinstance(marks, list) and marks and isinstance(marks[0], str) else [marks]:
                for cell in cells_of(names):
                    self.givens.append((cell, digits_in(restriction)))

    def boxes(self, boxes):
        """Returns the box number of each cell."""
        if boxes == "none":
            return {}
        if isinstance(boxes, str) and not re.fullmatch(r"\d+x\d+", boxes):
            flat = boxes.split() if " " in boxes.strip() else [c for c in boxes if not c.isspace()]
            return {cell: box for cell, box in zip(self.cells, flat) if box != "."}
        if isinstance(boxes, str):
            height, width = map(int, boxes.split("x"))
        else:
            count = boxes or max(self.rows, self.columns)
            fitting = [h for h in range(1, count + 1) if count % h == 0]
            fitting = [h for h in fitting if self.rows % h == 0 and self.columns % (count // h) == 0]
            fitting = [h for h in fitting if 1 < h < count]
            if not fitting:
                return {}
            height = min(fitting, key=lambda h: (abs(h - count // h), h))
            width = count // height
        return {(r, c): ((r - 1) // height, (c - 1) // width) for r, c in self.cells}

    def houses(self, puzzle):
        lines = [] if puzzle.get("latin") is False else [
            *[[cell for cell in self.cells if cell[0] == row] for row in range(1, self.rows + 1)],
            *[[cell for cell in self.cells if cell[1] == column] for column in range(1, self.columns + 1)],
        ]
        boxes = {box: [cell for cell in self.cells if self.box_of.get(cell) == box] for box in self.box_of.values()}
        return lines + list(boxes.values())


def symbols(drawing):
    """Returns the digits of a drawn grid, row by row; None for blanks."""
    lines = drawing if isinstance(drawing, list) else drawing.strip().splitlines()
    for line in lines:
        if re.fullmatch(r"[-+=|\s]*", line):
            continue
        line = line.replace("|", " ")
        words = line.split()
        words = words if any(len(word) > 1 and word.isdigit() for word in words) and len(words) > 1 else "".join(words)
        yield [None if word in "._*?" else int(word, 36) if len(word) == 1 else int(word) for word in words]


def digits_of(text):
    if isinstance(text, int):
        return set(range(1, text + 1))
    low, high = text.split("-")
    return set(range(int(low), int(high) + 1))


def digits_in(marks):
    if isinstance(marks, list):
        return set(marks)
    if isinstance(marks, int):
        return {int(digit) for digit in str(marks)}
    words = re.split(r"[\s,]+", marks.strip())
    return {int(word) for word in words} if len(words) > 1 else {int(symbol, 36) for symbol in marks.strip()}


def cells_of(text):
    """Returns the cells named by a text such as `R1C1 R2C1-R2C3`."""
    found = []
    for word in re.split(r"[\s,]+", text.strip()):
        if ".." in word:
            (a, b), (c, d) = map(cell_of, word.split(".."))
            found += itertools.product(range(a, c + 1), range(b, d + 1))
        elif match := re.fullmatch(r"[Rr](\d)[Cc](\d{3,})", word):
            found += [(int(match[1]), int(column)) for column in match[2]]
        elif match := re.fullmatch(r"[Rr](\d{3,})[Cc](\d)", word):
            found += [(int(row), int(match[2])) for row in match[1]]
        else:
            corners = [cell_of(corner) for corner in word.split("-")]
            found.append(corners[0])
            for (a, b), (c, d) in pairs(corners):
                steps = max(abs(c - a), abs(d - b))
                for step in range(1, steps + 1):
                    found.append((a + (c - a) * step // steps, b + (d - b) * step // steps))
    return found


def cell_of(text):
    match = re.fullmatch(r"[Rr](\d+)[Cc](\d+)", text)
    if not match:
        raise ValueError(f"{text} is not a cell of the grid")
    return int(match[1]), int(match[2])


def clues_of(puzzle, grid):
    """Returns the clues in order, each with its rule, slots and value. The slots are None if this program does not
    implement the rule."""
    found = []
    for rule, clues in puzzle.get("clues", {}).items():
        for clue in clues if isinstance(clues, list) else [clues]:
            if clue is False:
                continue
            try:
                found.append((rule, *clue_of(rule, clue, grid)))
            except (ValueError, KeyError):
                found.append((rule, None, None))
    return found


def clue_of(rule, clue, grid):
    if rule not in RULES:
        raise ValueError
    if rule in WHOLE_GRID:
        if clue is not True:
            raise ValueError
        return [grid.cells], None
    if isinstance(clue, dict):
        slots = [cells_of(clue.pop(name)) for name in ("bulb", "shaft", "cells") if name in clue]
        (value,) = clue.values() or [None]
        return slots, value
    value, _, rest = clue.rpartition(":")
    numbers = [int(word) for word in re.split(r"[\s,]+", value.strip()) if word]
    value = None if not numbers else numbers[0] if len(numbers) == 1 else numbers
    if rule in ("sandwich", "little-killer"):
        return [line_of_sight(rest, grid)], value
    slots = [cells_of(slot) for slot in rest.split(";")]
    if rule == "arrow":
        slots[0] = sorted(slots[0])
    if rule == "quadruple" and len(slots[0]) == 1:
        (row, column), = slots[0]
        slots = [list(itertools.product((row, row + 1), (column, column + 1)))]
    return slots, value


def line_of_sight(text, grid):
    """Returns the cells that an outside clue sees from its position."""
    words = text.split()
    if len(words) > 1 and words[-1].isalpha():
        steps = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
        (row, column), direction = cell_of(words[0]), [steps[letter] for letter in words[-1].upper()]
        down, across = direction[0][0] + direction[1][0], direction[0][1] + direction[1][1]
    else:
        listed = cells_of(text)
        if len(listed) > 1:
            return listed
        ((row, column),) = listed
        down = 1 if row == 0 else -1 if row > grid.rows else 0
        across = 1 if column == 0 else -1 if column > grid.columns else 0
    if (row, column) not in grid.cells:
        row, column = row + down, column + across
    found = []
    while (row, column) in grid.cells:
        found.append((row, column))
        row, column = row + down, column + across
    return found


# Reading the formula.


class Formula:
    def __init__(self, text):
        self.clauses, self.variables, self.parts, self.cells = [], {}, [], {}
        header = None
        for number, line in enumerate(text.splitlines(), 1):
            if match := re.fullmatch(r"c cell (\S+) = ([\d ]+) from (\d+)", line):
                first = int(match[3])
                cell = self.cells.setdefault(name_of(match[1]), {})
                for variable, digit in enumerate(map(int, match[2].split()), first):
                    if variable in self.variables:
                        raise Refused(f"formula.cnf, line {number}: the variable {variable} is that of two digits")
                    self.variables[variable] = (name_of(match[1]), digit)
                    cell[digit] = variable
            elif match := re.fullmatch(r"c block (\S+) (\d+) clauses (\d+) (\d+) ?(.*)", line):
                kind, index, first, last, name = match.groups()
                self.parts.append((kind, int(index), int(first) - 1, int(last), name))
            elif line.startswith("p"):
                header = line.split()[2:]
            elif line and not line.startswith("c"):
                *literals, end = map(int, line.split())
                if end != 0 or 0 in literals:
                    raise Refused(f"formula.cnf, line {number}: not a clause")
                self.clauses.append(frozenset(literals))
        if not header or int(header[1]) != len(self.clauses):
            raise Refused("formula.cnf: the header has another number of clauses")
        self.check_parts()

    def check_parts(self):
        """Checks that each clause belongs to one part, and that no two parts share an auxiliary variable."""
        at, owners = 0, {}
        for part, (kind, index, first, last, name) in enumerate(self.parts):
            if first != at or last < first:
                raise Refused(f"formula.cnf: the clauses of {name} start at {first + 1}, not at {at + 1}")
            at = last
            for clause in self.clauses[first:last]:
                for literal in clause:
                    if abs(literal) not in self.variables and owners.setdefault(abs(literal), part) != part:
                        raise Refused(f"formula.cnf: the auxiliary variable {abs(literal)} is in two parts")
        if at != len(self.clauses):
            raise Refused(f"formula.cnf: {len(self.clauses) - at} clauses belong to no part")


def name_of(text):
    return cell_of(text) if re.fullmatch(r"R\d+C\d+", text) else text


class Block:
    """The clauses for one part of the puzzle."""

    def __init__(self, formula, clauses):
        self.formula, self.clauses = formula, list(clauses)
        self.having = {}
        for number, clause in enumerate(self.clauses):
            for literal in clause:
                self.having.setdefault(literal, []).append(number)
        used = {abs(literal) for clause in self.clauses for literal in clause}
        self.cells = {formula.variables[variable][0] for variable in used if variable in formula.variables}
        self.auxiliary = sorted(used - formula.variables.keys())

    def propagate(self, true, queue, without=None):
        """Adds the literals in the queue and all that follow from them by unit propagation. Returns False on a
        conflict."""
        queue = list(queue)
        while queue:
            literal = queue.pop()
            if -literal in true:
                return False
            if literal in true:
                continue
            true.add(literal)
            for number in self.having.get(-literal, ()):
                clause = self.clauses[number]
                if number == without or not true.isdisjoint(clause):
                    continue
                open_ = [other for other in clause if -other not in true]
                if not open_:
                    return False
                if len(open_) == 1:
                    queue.append(open_[0])
        return True

    def start(self, without=None):
        """Returns the literals that follow from the clauses alone; None if the clauses contradict each other."""
        true = set()
        units = [next(iter(c)) for number, c in enumerate(self.clauses) if len(c) == 1 and number != without]
        is_empty = any(not clause for clause in self.clauses)
        return true if self.propagate(true, units, without) and not is_empty else None

    def literals(self, cell, digit):
        variables = self.formula.cells[cell]
        return [variable if value == digit else -variable for value, variable in variables.items()]

    def allows(self, at):
        true = self.start()
        queue = [literal for cell in self.cells for literal in self.literals(cell, at[cell])]
        return true is not None and self.propagate(true, queue) and self.extends(true)

    def extends(self, true):
        """Returns True if the open auxiliary variables have values that satisfy the clauses."""
        for variable in self.auxiliary:
            if variable not in true and -variable not in true:
                for literal in (variable, -variable):
                    copy = set(true)
                    if self.propagate(copy, [literal]) and self.extends(copy):
                        return True
                return False
        return True

    def draw(self, at, rng, without=None):
        """Draws random digits into `at` that propagation does not refute. If a clause is omitted (`without`), the
        digits violate it. Returns False if a cell has no such digit."""
        true = self.start(without)
        denied = [] if without is None else [-literal for literal in self.clauses[without]]
        if true is None or not self.propagate(true, denied, without):
            return False
        for cell in rng.sample(sorted(self.cells), len(self.cells)):
            digits = list(self.formula.cells[cell])
            for digit in rng.sample(digits, len(digits)):
                copy = set(true)
                if self.propagate(copy, self.literals(cell, digit), without):
                    true, at[cell] = copy, digit
                    break
            else:
                return False
        return True


# Comparing the formula with the puzzle.


def compare(folder):
    """Returns the names of the clues that are not compared, and the number of compared parts."""
    puzzle = tomllib.loads((folder / "puzzle.toml").read_text())
    formula = Formula((folder / "formula.cnf").read_text())
    grid = Grid(puzzle)
    solutions = read_solutions(folder, grid, formula)
    clues = clues_of(puzzle, grid)
    houses = [house_clauses(formula, grid, house) for house in grid.houses(puzzle)]
    givens = list(grid.givens)
    rng = random.Random(46)
    skipped, count = [], dict.fromkeys(("cells", "given", "house", "clue", "other-solution"), 0)
    for kind, index, first, last, name in formula.parts:
        clauses = formula.clauses[first:last]
        count[kind] = count.get(kind, 0) + 1
        if kind == "cells":
            exactly(clauses, one_value_each(formula), [], name)
        elif kind == "given":
            take(givens, given_of(formula, clauses, name), name)
        elif kind == "house":
            take_house(houses, clauses, name)
        elif kind == "other-solution":
            other = [frozenset(-formula.cells[cell][digit] for cell, digit in solutions[0].items())]
            exactly(clauses, other, [], name)
        elif index <= len(clues) and clues[index - 1][1] is not None:
            rule, slots, value = clues[index - 1]
            compare_clue(formula, clauses, grid, (rule, slots, value), solutions, rng, name)
        else:
            skipped.append(name)
    expected = {"cells": 1, "clue": len(clues), "other-solution": min(len(solutions), 1)}
    for kind, number in expected.items():
        if count[kind] != number:
            raise Refused(f"formula.cnf: {count[kind]} parts of the kind {kind}, and the puzzle has {number}")
    if givens or houses:
        raise Refused(f"formula.cnf: {len(givens)} givens and {len(houses)} houses have no clauses")
    check_solutions(puzzle, grid, clues, solutions)
    return skipped, len(formula.parts) - len(skipped)


def read_solutions(folder, grid, formula):
    claim, *words = (folder / "solution.txt").read_text().split()
    cells, values_ = list(formula.cells), list(map(int, words))
    if len(values_) != {"none": 0, "unique": 1, "several": 2}[claim] * len(cells):
        raise Refused("solution.txt: another number of values")
    count = len(cells)
    return [dict(zip(cells, values_[start : start + count])) for start in range(0, len(values_), count)]


def check_solutions(puzzle, grid, clues, solutions):
    for at in solutions:
        if not all(is_different(house, at) for house in grid.houses(puzzle)):
            raise Refused("solution.txt: a digit repeats in a house")
        if not all(at[cell] in digits for cell, digits in grid.givens):
            raise Refused("solution.txt: a given is violated")
        for rule, slots, value in clues:
            if slots is not None and not RULES[rule](grid, slots, value, at):
                raise Refused(f"solution.txt: a clue is violated: {rule}")
    if len(solutions) == 2 and solutions[0] == solutions[1]:
        raise Refused("solution.txt: the two solutions are the same")


def one_value_each(formula):
    clauses = []
    for cell in formula.cells.values():
        variables = list(cell.values())
        clauses.append(frozenset(variables))
        clauses += [frozenset((-a, -b)) for a, b in itertools.combinations(variables, 2)]
    return clauses


def house_clauses(formula, grid, house):
    """Returns the clauses that a house needs, and the clauses that it may have because a full house holds every
    digit."""
    needed, allowed = [], []
    for digit in grid.digits:
        variables = [formula.cells[cell][digit] for cell in house]
        needed += [frozenset((-a, -b)) for a, b in itertools.combinations(variables, 2)]
        allowed.append(frozenset(variables))
    return needed, allowed if len(house) == len(grid.digits) else []


def exactly(clauses, needed, allowed, name):
    if wrong := set(clauses) - set(needed) - set(allowed):
        raise Refused(f"formula.cnf: {name} does not imply the clause {sorted(next(iter(wrong)))}")
    if missing := set(needed) - set(clauses):
        raise Refused(f"formula.cnf: {name} lacks the clause {sorted(next(iter(missing)))}")


def take(givens, given, name):
    if given not in givens:
        raise Refused(f"formula.cnf: the puzzle has no such given: {name}")
    givens.remove(given)


def take_house(houses, clauses, name):
    for house in houses:
        needed, allowed = map(set, house)
        if needed <= set(clauses) <= needed | allowed:
            houses.remove(house)
            return
    raise Refused(f"formula.cnf: the clauses of {name} are not those of a house")


def given_of(formula, clauses, name):
    """Returns the cell of a given, and the digits that its clauses allow."""
    block = Block(formula, clauses)
    if len(block.cells) != 1:
        raise Refused(f"formula.cnf: {name} is not about one cell")
    (cell,) = block.cells
    return cell, {digit for digit in formula.cells[cell] if block.allows({cell: digit})}


def compare_clue(formula, clauses, grid, clue, solutions, rng, name):
    rule, slots, value = clue
    block = Block(formula, clauses)
    block.cells |= {cell for slot in slots for cell in slot}
    cells = sorted(block.cells)
    at = {}

    def check():
        expected = RULES[rule](grid, slots, value, at)
        if block.allows(at) != expected:
            listed = ", ".join(f"R{r}C{c} = {at[r, c]}" for r, c in cells[:12])
            says = "exclude {}, which the rule allows" if expected else "allow {}, which the rule excludes"
            raise Refused(f"formula.cnf: the clauses of {name} {says.format(listed)}")

    choices = [list(formula.cells[cell]) for cell in cells]
    if math.prod(map(len, choices)) <= ENUMERATED:
        for digits in itertools.product(*choices):
            at.update(zip(cells, digits))
            check()
        return
    for number in range(DRAWN):
        at.update((cell, rng.choice(digits)) for cell, digits in zip(cells, choices))
        if number % 3 == 0:
            block.draw(at, rng)
        elif number % 3 == 1 and solutions:
            at.update((cell, solutions[0][cell]) for cell in cells)
            at[rng.choice(cells)] = rng.choice(choices[0])
        check()
    for number in rng.sample(range(len(clauses)), min(len(clauses), LEFT_OUT)):
        if block.draw(at, rng, without=number):
            check()


def main(folders):
    exit_code = 0
    for folder in map(Path, folders):
        try:
            skipped, compared = compare(folder)
        except Refused as refusal:
            print(f"{folder}: refused: {refusal}", file=sys.stderr)
            exit_code = max(exit_code, 1)
        except (OSError, ValueError, KeyError) as error:
            print(f"{folder}: cannot be read: {error}", file=sys.stderr)
            exit_code = 2
        else:
            print(f"{folder}: {compared} parts agree with the puzzle")
            for name in skipped:
                print(f"  not compared: {name}")
    return exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
