#!/bin/sh
# Installs a released `cluewright` for Linux or macOS:
#   curl -LsSf https://github.com/cluewright/cluewright/releases/latest/download/install.sh | sh
# CLUEWRIGHT_VERSION (such as 0.2.0) selects the release, CLUEWRIGHT_BIN the folder (by default, ~/.local/bin), and
# CLUEWRIGHT_DOWNLOADS another address from which to download the archives and SHA256SUMS.
set -eu

fail() {
    echo "cluewright: $*" >&2
    exit 1
}

releases=https://github.com/cluewright/cluewright/releases
if [ -n "${CLUEWRIGHT_VERSION:-}" ]; then
    downloads=$releases/download/v$CLUEWRIGHT_VERSION
else
    downloads=$releases/latest/download
fi
downloads=${CLUEWRIGHT_DOWNLOADS:-$downloads}
bin=${CLUEWRIGHT_BIN:-${HOME:?is not set}/.local/bin}

system="$(uname -s) $(uname -m)"
case $system in
    "Linux x86_64") target=x86_64-unknown-linux-musl ;;
    "Linux aarch64" | "Linux arm64") target=aarch64-unknown-linux-musl ;;
    "Darwin x86_64") target=x86_64-apple-darwin ;;
    "Darwin arm64") target=aarch64-apple-darwin ;;
    *) fail "no binary for $system is released. With Rust installed, \`cargo install cluewright\` builds one." ;;
esac
archive=cluewright-$target.tar.gz

if command -v curl >/dev/null; then
    fetch() { curl --proto '=https,file' --location --silent --show-error --fail --output "$2" "$1"; }
elif command -v wget >/dev/null; then
    fetch() { wget --quiet --output-document="$2" "$1"; }
else
    fail "neither curl nor wget is installed. Install one of them and try again."
fi
if command -v sha256sum >/dev/null; then
    check() { sha256sum --check --quiet --status; }
elif command -v shasum >/dev/null; then
    check() { shasum --algorithm 256 --check --status; }
else
    fail "neither sha256sum nor shasum is installed, so the download cannot be checked."
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for file in "$archive" SHA256SUMS; do
    fetch "$downloads/$file" "$folder/$file" || fail "$downloads/$file could not be downloaded."
done
(cd "$folder" && grep " \*\{0,1\}$archive\$" SHA256SUMS | check) ||
    fail "$archive is damaged: its checksum differs from SHA256SUMS. Nothing was installed."

tar -xzf "$folder/$archive" -C "$folder"
mkdir -p "$bin"
# The file is replaced in one step, so that the program is never half overwritten.
cp "$folder/cluewright-$target/cluewright" "$bin/.cluewright.new"
chmod 755 "$bin/.cluewright.new"
mv -f "$bin/.cluewright.new" "$bin/cluewright"

echo "$("$bin/cluewright" --version) is installed as $bin/cluewright"
case :$PATH: in
    *:"$bin":*) ;;
    *) echo "Add $bin to your PATH to use it from everywhere: export PATH=\"$bin:\$PATH\"" ;;
esac
