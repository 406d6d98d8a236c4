"""Hook of mkdocs.yml: adds pages from outside docs/, and converts links to files that are not pages of the site."""

import re
from pathlib import Path, PurePosixPath

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "https://github.com/cluewright/cluewright/blob/main"
# Maps files outside docs/ to the names of their pages on the site.
OUTSIDE = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "python/README.md": "python.md"}
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")


def on_files(files, config):
    for source, page in OUTSIDE.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text()))
    return files


def on_page_markdown(markdown, page, config, files):
    source = next((source for source, name in OUTSIDE.items() if name == page.file.src_uri), f"docs/{page.file.src_uri}")
    folder = PurePosixPath(source).parent
    return LINK.sub(lambda link: link[1] + target(link[2], folder) + link[3], markdown)


def target(link, folder):
    """Converts a link, which is relative to a folder of the repository, to the form that the site needs."""
    if re.match(r"[a-z]+:", link):
        return link
    path = (ROOT / folder / link).resolve()
    if not path.exists():
        return link  # mkdocs reports it.
    name = path.relative_to(ROOT).as_posix()
    if name in OUTSIDE:
        return OUTSIDE[name]
    return name.removeprefix("docs/") if name.startswith("docs/") else f"{SOURCE}/{name}"
