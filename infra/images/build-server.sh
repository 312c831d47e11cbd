#!/usr/bin/env bash
# Builds the image of control plane, dashboard and worker when it is missing or its sources have changed. Where no image
# registry answers, the base is Debian with the Node.js and npm of this machine.
# Usage: build-server.sh [--check] [--force] [--tag NAME]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tag=deskrl/server:latest
registry_base=${DESKRL_NODE_IMAGE:-node:20-bookworm-slim}
local_base=deskrl/node:local
build_base=deskrl/node-build:local
check=no
force=no

say() { echo "server image: $*"; }
fail() { echo "server image: $*" >&2; exit 1; }
# shellcheck source=lib/debian-base.sh
. "$here/lib/debian-base.sh"
# shellcheck source=lib/current.sh
. "$here/lib/current.sh"

while [ $# -gt 0 ]; do
  case "$1" in
    --check) check=yes ;;
    --force) force=yes ;;
    --tag) [ $# -ge 2 ] || fail "--tag needs a name, such as deskrl/server:latest"; tag=$2; shift ;;
    -h | --help)
      echo "Usage: build-server.sh [--check] [--force] [--tag NAME]"
      echo "  --check   say whether the image is current, and end with 1 when it is not"
      echo "  --force   build even when it is current"
      echo "  --tag     name of the image (default $tag)"
      echo "  DESKRL_NODE_IMAGE names another base than $registry_base"
      exit 0 ;;
    *) fail "unknown option '$1'; see --help" ;;
  esac
  shift
done

command -v docker >/dev/null || fail "there is no docker command; 'npm run setup:docker' sets up an engine on Debian and Ubuntu"
timeout 20 docker version --format '{{.Server.Version}}' >/dev/null 2>&1 || fail "no Docker engine answers; start it, or run 'npm run setup:docker'"

# What goes into the context: the rules are those of .dockerignore.
sources() {
  find package.json package-lock.json tsconfig.base.json tsconfig.json turbo.json prisma.config.ts .dockerignore \
    prisma apps packages scripts infra/images/server -type f \
    ! -path '*/node_modules/*' ! -path '*/.next/*' ! -path '*/.turbo/*' ! -path '*/generated/*' ! -path '*/__pycache__/*' \
    ! -path '*/tests/*' ! -name '*.tsbuildinfo' ! -name next-env.d.ts ! -name '*.test.ts' ! -name '*.test.tsx'
}

wanted=$(cd "$root" && sources | hash_files)
present=$(content_of_image "$tag")
if [ "$present" = "$wanted" ] && { [ "$check" = yes ] || [ "$force" = no ]; }; then
  say "$tag is current"
  exit 0
fi
if [ "$check" = yes ]; then
  if [ "$present" = missing ]; then say "$tag is missing"; else say "$tag is older than its sources"; fi
  exit 1
fi

log=$(mktemp)
context=$(mktemp -d)
trap 'rm -rf "$log" "$context"' EXIT

# Debian with the Node.js of this machine; npm goes into the build stage only.
make_local_base() {
  local node npm
  node=$(command -v node) || fail "no registry answers, and this machine has no Node.js to make a base with"
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  debian_base debian:bookworm-slim "$log"
  cp "$(readlink -f "$node")" "$context/node"
  cp -r "$npm" "$context/npm"
  cat >"$context/Dockerfile" <<'DOCKERFILE'
FROM debian:bookworm-slim
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid 1000 --shell /bin/bash --create-home node
COPY node /usr/local/bin/node
RUN node --version
DOCKERFILE
  docker build -q -t "$local_base" "$context" >"$log" 2>&1 || { tail -n 20 "$log" >&2; fail "the base could not be made"; }
  cat >"$context/Dockerfile" <<DOCKERFILE
FROM $local_base
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
DOCKERFILE
}

if docker image inspect "$registry_base" >/dev/null 2>&1 || timeout 120 docker pull -q "$registry_base" >"$log" 2>&1; then
  base=$registry_base
  printf 'FROM %s\n' "$base" >"$context/Dockerfile"
else
  say "no registry answers; the base is Debian with the Node.js $(node --version) of this machine"
  base=$local_base
  make_local_base
fi
# A network that looks into TLS has an authority of its own, which npm must trust as the npm of this machine does.
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ] && [ -r "$NODE_EXTRA_CA_CERTS" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$context/authorities.pem"
  printf 'COPY authorities.pem /usr/local/share/authorities.pem\nENV NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.pem\n' >>"$context/Dockerfile"
fi
docker build -q -t "$build_base" "$context" >"$log" 2>&1 || { tail -n 20 "$log" >&2; fail "the base of the build could not be made"; }

say "building $tag; the first time takes two to four minutes …"
started=$(date +%s)
if ! docker build --network host --build-arg "BASE=$base" --build-arg "BUILD_BASE=$build_base" \
  --label "$content_label=$wanted" -f "$root/infra/images/server/Dockerfile" -t "$tag" "$root" >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  fail "the build failed; its last lines are above"
fi
say "$tag is built ($(($(date +%s) - started)) s)"
