#!/usr/bin/env bash
# Builds the desktop image when it is missing or its inputs have changed. Works offline from the registry as long as
# Debian's package mirror answers. Usage: build-desktop.sh [--check] [--force] [--tag NAME]
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
context=$here/desktop
tag=deskrl/desktop:latest
base=debian:bookworm-slim
label=deskrl.content
check=no
force=no

say() { echo "desktop image: $*"; }
fail() { echo "desktop image: $*" >&2; exit 1; }

while [ $# -gt 0 ]; do
  case "$1" in
    --check) check=yes ;;
    --force) force=yes ;;
    --tag) [ $# -ge 2 ] || fail "--tag needs a name, such as deskrl/desktop:latest"; tag=$2; shift ;;
    -h | --help)
      echo "Usage: build-desktop.sh [--check] [--force] [--tag NAME]"
      echo "  --check   say whether the image is current, and end with 1 when it is not"
      echo "  --force   build even when it is current"
      echo "  --tag     name of the image (default $tag)"
      exit 0 ;;
    *) fail "unknown option '$1'; see --help" ;;
  esac
  shift
done

command -v docker >/dev/null || fail "there is no docker command; 'npm run setup:docker' sets up an engine on Debian and Ubuntu"
timeout 20 docker version --format '{{.Server.Version}}' >/dev/null 2>&1 || fail "no Docker engine answers; start it, or run 'npm run setup:docker'"

# Names, modes and contents of everything that goes into the image.
content_hash() {
  (
    cd "$context"
    { echo Dockerfile; find rootfs build guest/deskrl_guest -type f ! -path '*/__pycache__/*' ! -name '*.pyc'; } | sort |
      while IFS= read -r file; do
        if [ -x "$file" ]; then printf 'x '; else printf -- '- '; fi
        sha256sum "$file"
      done | sha256sum | cut -c 1-32
  )
}

wanted=$(content_hash)
present=$(docker image inspect --format "{{ index .Config.Labels \"$label\" }}" "$tag" 2>/dev/null || echo missing)

if [ "$present" = "$wanted" ]; then
  if [ "$check" = yes ] || [ "$force" = no ]; then
    say "$tag is current"
    exit 0
  fi
fi
if [ "$check" = yes ]; then
  if [ "$present" = missing ]; then say "$tag is missing"; else say "$tag is older than its sources"; fi
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# shellcheck source=lib/debian-base.sh
. "$here/lib/debian-base.sh"
debian_base "$base" "$log"

say "building $tag; the first time takes two to six minutes …"
started=$(date +%s)
progress=()
docker build --help 2>/dev/null | grep -q -- '--progress' && progress=(--progress plain)
# Legacy builder and BuildKit mark their steps differently.
if ! docker build --network host "${progress[@]}" --label "$label=$wanted" -t "$tag" "$context" 2>&1 | tee "$log" |
  sed -nu -E 's/^(Step [0-9]+\/[0-9]+ : .{0,60}).*/  \1/p; s/^(#[0-9]+ \[ *[0-9]+\/[0-9]+\] .{0,60}).*/  \1/p'; then
  tail -n 40 "$log" >&2
  fail "the build failed; its last lines are above"
fi
say "$tag is built ($(($(date +%s) - started)) s)"
