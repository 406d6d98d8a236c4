"""Tests that the certificates of the gallery agree with their puzzles, and that a changed certificate is refused:
`python3 test_compare.py`."""

import shutil
import tempfile
import unittest
from pathlib import Path

import compare

GALLERY = Path(__file__).parents[2] / "corpus" / "certified"


def with_clause(formula, block, clause):
    """Returns the formula with another clause at the end of a block, and with the counts in its comments and header
    adjusted."""
    lines, at, clauses = [], None, 0
    for line in formula.splitlines():
        words = line.split(" ")
        if line.startswith("c block ") and (at or line.startswith(f"c block {block} ")):
            first, last = int(words[5]), int(words[6])
            words[5:7] = [str(first + (at is not None)), str(last + 1)]
            at = at or last
        if line.startswith("p cnf "):
            words[3] = str(int(words[3]) + 1)
        lines.append(" ".join(words))
        if not line.startswith(("c", "p")):
            clauses += 1
            if clauses == at:
                lines.append(" ".join(map(str, [*clause, 0])))
    return "\n".join(lines) + "\n"


class Gallery(unittest.TestCase):
    def test_certificates_agree_with_their_puzzles(self):
        folders = [folder for folder in GALLERY.iterdir() if folder.is_dir()]
        self.assertGreaterEqual(len(folders), 7)
        for folder in folders:
            with self.subTest(folder.name):
                skipped, compared = compare.compare(folder)
                self.assertEqual(skipped, [])
                self.assertGreater(compared, 10)

    def test_changed_certificates_are_refused(self):
        changes = [
            ("renban", "formula.cnf", lambda text: with_clause(text, "clue 3", [-2]), "clue|renban|R"),
            ("renban", "formula.cnf", lambda text: with_clause(text, "house 4", [-1, -8]), "house|row 4"),
            ("spoons", "formula.cnf", lambda text: with_clause(text, "clue 1", [-19, -29, -39]), "exclude"),
            ("anti-knight", "formula.cnf", lambda text: with_clause(text, "clue 1", [-4, -100]), "exclude"),
            ("classic-4x4", "formula.cnf", lambda text: text.replace("\n2 0\n", "\n1 0\n", 1), "no such given"),
            ("classic-4x4", "formula.cnf", lambda text: text.replace("\n-1 -2 0\n", "\n-1 -2 -3 0\n", 1), "imply"),
            ("renban", "puzzle.toml", lambda text: text.replace("R3C3 R2C4", "R3C4 R2C4"), "clauses of"),
            ("anti-knight", "puzzle.toml", lambda text: text.replace("anti-knight", "anti-king"), "anti-k"),
            ("spoons", "solution.txt", lambda text: text.replace("2 3 1", "3 2 1", 1), "imply|repeat"),
        ]
        for name, file, change, message in changes:
            with self.subTest(f"{name}/{file}: {message}"), tempfile.TemporaryDirectory() as folder:
                changed = Path(folder) / name
                shutil.copytree(GALLERY / name, changed)
                text = (changed / file).read_text()
                self.assertNotEqual(change(text), text)
                (changed / file).write_text(change(text))
                with self.assertRaisesRegex(compare.Refused, message):
                    compare.compare(changed)

    def test_unknown_rules_are_listed(self):
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder) / "renban"
            shutil.copytree(GALLERY / "renban", changed)
            text = (changed / "puzzle.toml").read_text()
            (changed / "puzzle.toml").write_text(text.replace("renban = [", "own-line = ["))
            skipped, _ = compare.compare(changed)
            self.assertEqual(len(skipped), 5)


if __name__ == "__main__":
    unittest.main()
