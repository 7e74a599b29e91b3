#!/bin/sh
# Installs Settable on Linux or macOS: downloads the newest release for this machine, verifies its checksum, and puts the
# program in a folder on the PATH. It needs curl or wget.
#
#   sh install.sh                      # into /usr/local/bin, or ~/.local/bin without the right to write there
#   BIN=/opt/settable sh install.sh    # into another folder
#
# RELEASES is the address of the folder with the archives and checksums.txt.
set -eu

# The URL of the published releases. It is empty until the first release.
published=""

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

releases=${RELEASES:-$published}
[ -n "$releases" ] || fail "set RELEASES to the address of the releases"

case $(uname -s) in
Linux) os=linux ;;
Darwin) os=darwin ;;
*) fail "there is no release for $(uname -s); build it with Go (README.md)" ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=amd64 ;;
aarch64 | arm64) arch=arm64 ;;
armv7* | armv8l) arch=armv7 ;;
armv6*) arch=armv6 ;;
*) fail "there is no release for $(uname -m); build it with Go (README.md)" ;;
esac
archive=settable_${os}_$arch.tar.gz

bin=${BIN:-/usr/local/bin}
if [ -z "${BIN:-}" ] && [ ! -w "$bin" ]; then
  bin=$HOME/.local/bin
fi

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 1' HUP INT TERM

download() {
  if command -v curl >/dev/null; then
    curl -fsSL --retry 2 -o "$temporary/$1" "$releases/$1" 2>"$temporary/error"
  elif command -v wget >/dev/null; then
    wget -q -O "$temporary/$1" "$releases/$1" 2>"$temporary/error"
  else
    fail "install curl or wget first"
  fi || fail "downloading $releases/$1 failed: $(tr '\n' ' ' <"$temporary/error")"
}
download checksums.txt
download "$archive"

expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$temporary/checksums.txt")
[ -n "$expected" ] || fail "$releases/checksums.txt doesn't list $archive"
if command -v sha256sum >/dev/null; then
  actual=$(sha256sum "$temporary/$archive")
else
  actual=$(shasum -a 256 "$temporary/$archive")
fi
[ "${actual%% *}" = "$expected" ] || fail "the checksum of $archive is wrong, nothing was installed; try again"

tar -xzf "$temporary/$archive" -C "$temporary" settable
mkdir -p "$bin" && cp "$temporary/settable" "$bin/.settable.new" 2>/dev/null ||
  fail "can't write to $bin: run this as root, or set BIN to another folder"
chmod 0755 "$bin/.settable.new"
mv -f "$bin/.settable.new" "$bin/settable" # replaces a running program, too
echo "Installed $("$bin/settable" --version) as $bin/settable."
case :$PATH: in
*:"$bin":*) ;;
*) echo "Add $bin to your PATH." ;;
esac
