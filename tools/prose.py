#!/usr/bin/env python3
"""Counts patterns of unidiomatic English in comments, documents and user-facing text (docs/STYLE.md).

  tools/prose.py          counts by kind over the tracked files; fails unless the total equals the ceiling
  tools/prose.py --list   lists each line with its kind
  tools/prose.py --sample SEED   prints 200 random comments and 100 random sentences for users, to be judged by a reader
  tools/prose.py --reasons   lines of comments with a word that gives a reason, as a share of the lines of code, by folder

The ceiling may only fall: lower it with the prose."""

import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

CEILING = 40

ROOT = Path(__file__).resolve().parent.parent
KINDS = (".rs", ".py", ".ts", ".tsx", ".toml", ".md", ".sh")
# Files that are generated from counted sources, or that contain examples of what to avoid.
SKIPPED = {
    "CHANGELOG.md", "docs/STYLE.md", "docs/CLI.md", "docs/RULES.md", "docs/TECHNIQUES.md", "tools/prose.py",
    "web/src/engine/contract.ts", "reports/prose.md",
}

# A word in code font, such as the JSON key `worth`, is a name.
PATTERNS = {
    "starts with What": r"^(What|Of what) (?!.*\?)",
    "starts with Whether": r"^Whether ",
    "`None` where, nothing where": r"(`None`|nothing|empty|false|true) where\b",
    "where for if": r"[,;:] where (it|they|there|that|this|nothing|something|one|no|a|the)\b",
    "stands for is": r"\b(stands?|stood) (in|at|on|there|beside|where|between)\b",
    "fronted of which": r"^(Of|For|From|By|To|In|At) (which|whom|what|those|them|variables|clues|cells)\b",
    "beside": r"\bbeside\b",
    "is no": r"(?<![Tt]here )\b(is|are|was) no (?!longer|more|less|such|need|solution|other|way|reason|two)\w+",
    "as will do": r"\bas (few|many|much|little|long)\b.{0,30}\b(as will do|that will do|as would do)\b|\bwill do\b",
    "anew, dear, amiss, of late": r"(?<!`)\b(anew|amiss|dearest|dearer|of late)\b",
    "lasts": r"\b(proofs?|search(es)?) that lasts?\b|\blasting\b",
    "so many": r"\b(only|at least|at most)? ?so many\b",
    "things that say or tell":
        r"\b(clue|rule|relation|file|row|line|model|puzzle|grid|search|cell)s? "
        r"(say|says|said|tell|tells|told|ask|asks|know|knows)\b",
    "goes nowhere else": r"\bgo(es)? nowhere else\b",
    "nobody, whoever, who wants": r"\b(nobody|whoever|for who|who wants)\b",
    "what it is worth": r"(?<!`)\bworth\b(?! (a|the|it|noting|mention|[!=]))",
}
COMPILED = [(name, re.compile(pattern)) for name, pattern in PATTERNS.items()]
COMMENT = re.compile(r"^\s*(///|//!|//|/\*\*|#|\*|--)\s?(.*)$")
TEXT = re.compile(r'"((?:[^"\\]|\\.){12,})"')

FUNCTION = re.compile(r"^\s*(?:pub(?:\([^)]*\))? )?(?:(?:const|async|unsafe) )*fn (\w+)")
IRREGULAR = set(
    "asked begun borne bought bound broken brought built chosen come dealt done drawn fallen felt forgotten found given gone"
    " grown heard held hidden hit kept known laid led left lost made meant met paid proven said seen sent shown sold sought"
    " spent spoken stood stuck sung sworn taken taught thought told torn understood won worn written".split()
)
# Words that are verbs or that are not participles at all.
NOT_PARTICIPLES = set("bed embed exceed feed led need proceed red seed speed come".split())
# First words of sudoku techniques: naked pairs, hidden singles, locked candidates, nested forcing chains.
TECHNIQUES = set("hidden locked naked nested".split())
# Names that the standard library gives to the same operations, in `Duration` and `Instant`.
STANDARD = {"checked_add", "elapsed"}

ITEM = re.compile(
    r"^\s*(?P<public>pub )?(?:pub\([^)]*\) )?(?:(?:const|async|unsafe|static|mut) )*"
    r"(?:(?:fn|struct|enum|trait|type|union|mod) (?P<item>\w+)|(?P<value>[A-Z][A-Z0-9_]+): |(?P<field>[a-z_0-9]+): |(?P<variant>[A-Z]\w*)[,({])"
)
FILLERS = set("a an the of its in it is are by for to and with all each this that one from on at returns".split())


def prose(path, line):
    """Returns the prose of a line: the whole line of a document, the text of a comment, or otherwise the strings in
    the line."""
    if path.endswith(".md"):
        # The target of a link is an address, not prose.
        return [re.sub(r"\]\([^)]*\)", "]", line.strip())]
    if comment := COMMENT.match(line):
        return [comment.group(2).strip()]
    return [text for text in TEXT.findall(line) if " " in text]


def is_participle(name):
    """Returns True for names of up to three words that start with a participle. Longer names are
    sentences, such as the names of tests."""
    words = name.split("_")
    first = words[0]
    if first in NOT_PARTICIPLES | TECHNIQUES or name in STANDARD or len(words) > 3:
        return False
    return first in IRREGULAR or (first.endswith("ed") and len(first) > 4)


def stem(word):
    for ending in ("ing", "ies", "es", "ed", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word.removesuffix(ending)
    return word


def stems(text):
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).lower()
    return {stem(word) for word in re.findall(r"[a-z0-9]+", words) if word not in FILLERS}


def repeated_names(lines):
    """Yields the line numbers of doc comments under six words that only repeat the name of an item that
    is not public."""
    in_public_enum = False
    for number, line in enumerate(lines):
        if re.match(r"^\s*(pub(\([^)]*\))? )?enum ", line):
            in_public_enum = line.lstrip().startswith("pub enum")
        comment = re.match(r"^\s*/// (.*)$", line)
        is_alone = number == 0 or not lines[number - 1].lstrip().startswith("///")
        if not comment or not is_alone or len(comment.group(1).split()) > 5:
            continue
        following = (line for line in lines[number + 1 :] if not line.lstrip().startswith("#["))
        item = ITEM.match(next(following, ""))
        if not item or item["public"] or (item["variant"] and in_public_enum):
            continue
        name = item["item"] or item["value"] or item["field"] or item["variant"]
        if stems(comment.group(1)) <= stems(name.replace("_", " ")):
            yield number


def kinds(path, text):
    """Yields the number of each line that has a pattern, with the kind of the pattern."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for part in prose(path, line):
            yield from ((number, name) for name, pattern in COMPILED if pattern.search(part))
        function = FUNCTION.match(line) if path.endswith(".rs") else None
        if function and is_participle(function.group(1)):
            yield number, "participle as a function name"
    if path.endswith(".rs"):
        yield from ((number, "doc comment repeats a name") for number in repeated_names(lines))


def files():
    """Yields the counted files with their texts."""
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for path in listing.splitlines():
        if path.endswith(KINDS) and path not in SKIPPED and "/dist/" not in path and (ROOT / path).is_file():
            yield path, (ROOT / path).read_text(errors="replace")


def comments(path, text):
    """Yields the comments of a source file, each with the number of its first line."""
    if not path.endswith((".rs", ".ts", ".tsx")):
        return
    block, start = [], 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        comment = re.match(r"^\s*//[/!]?(?: (.*)|)$", line)
        if comment:
            start = start if block else number
            block.append(comment.group(1) or "")
        elif block:
            yield f"{path}:{start}: {' '.join(block).strip()}"
            block = []


def sentences(path, text):
    """Yields the sentences for users in documents, help and messages."""
    if path.endswith(".md") and not path.startswith("reports/"):
        plain = re.sub(r"```.*?```", "", text, flags=re.S)
        paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?=[*|#] )|\n\|", plain))
        found = (one for paragraph in paragraphs for one in re.split(r"(?<=[.:!?]) (?=[A-Z`\"])", paragraph))
    elif path.startswith("src/cli/") and path.endswith(".rs"):
        found = (line.strip()[4:] for line in text.splitlines() if re.match(r"^    \s*/// ", line))
    elif path == "web/src/words.ts" or (path.startswith(("src/", "crates/")) and path.endswith(".rs")):
        found = (one for one in TEXT.findall(text) if one.count(" ") > 3 and one[:1].isalpha())
    else:
        return
    yield from (f"{path}: {one.strip()}" for one in found if one.count(" ") > 3)


def sample(seed):
    everything = list(files())
    chosen = random.Random(seed)
    for kind, count in [(comments, 200), (sentences, 100)]:
        found = [one for path, text in everything for one in kind(path, text)]
        for number, one in enumerate(chosen.sample(found, count), 1):
            print(f"{number:3} {one[:260]}")


REASON = re.compile(
    r"\b(because|so that|so|since|otherwise|would|cannot|can't|too (many|few|long|large|much|small|slow|late|expensive|wide|high|low)"
    r"|instead of|in place of|to avoid|in order to|therefore|hence|must not|never|without (it|this|them)|even if|although|rather than|thus"
    r"|as it|as they|pays? off|measured|faster|slower|cheaper|saves?|unless|lest|in case)\b",
    re.IGNORECASE,
)
CODE = (
    "crates/setter", "crates/engine", "crates/puzzle crates/proofs", "crates/clauses crates/certificates", "crates/formats",
    "crates/logic crates/narrate crates/recognition", "src", "rules/src", "web/src",
)


def reasons():
    """Prints, for each folder, the lines of comments that give a reason as a share of the lines of code."""
    lines = {path: text.splitlines() for path, text in files() if path.endswith((".rs", ".ts", ".tsx")) and "/tests/" not in path}
    for folders in CODE:
        why = code = 0
        for path, text in lines.items():
            if path.startswith(tuple(f"{folder}/" for folder in folders.split())):
                for line in filter(None, map(str.strip, text)):
                    comment = re.match(r"(///|//!|//|/\*\*|\*)\s?(.*)", line)
                    code += not comment
                    why += bool(comment and REASON.search(comment.group(2)))
        print(f"{why:6} of {code:6}  {why / code:.2%}  {folders}")


def main():
    if sys.argv[1:2] == ["--sample"]:
        return sample(sys.argv[2])
    if sys.argv[1:2] == ["--reasons"]:
        return reasons()
    counts = Counter()
    for path, text in files():
        for number, kind in kinds(path, text):
            counts[kind] += 1
            if "--list" in sys.argv:
                print(f"{path}:{number + 1}: {kind}: {text.splitlines()[number].strip()[:120]}")
    for kind, count in counts.most_common():
        print(f"{count:6}  {kind}")
    total = counts.total()
    print(f"{total:6}  in all; the ceiling is {CEILING}")
    if total > CEILING:
        sys.exit("unidiomatic English was added: `tools/prose.py --list` shows it, and docs/STYLE.md the native form")
    if total < CEILING:
        sys.exit(f"the prose is better than its ceiling: set CEILING in tools/prose.py to {total}")


if __name__ == "__main__":
    main()
