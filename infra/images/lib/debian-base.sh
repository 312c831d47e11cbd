# Sourced by the build scripts. `debian_base NAME LOG`: makes sure that the image NAME (a Debian bookworm) is there, by
# the registry or, where none answers, by debootstrap. Uses the caller's `say` and `fail`.

bootstrap_base() { # image log
  local base=$1 log=$2 work
  local hint="no registry answers and debootstrap is not installed: run 'apt-get install debootstrap', or pull $base where a registry is reachable"
  command -v debootstrap >/dev/null || [ -x /usr/sbin/debootstrap ] || fail "$hint"
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "no registry answers, and debootstrap needs root: run this script once as root"
    root=(sudo)
  fi
  work=$(mktemp -d)
  say "no registry answers; making $base with debootstrap (about a minute) …"
  "${root[@]}" env PATH="$PATH:/usr/sbin:/sbin" debootstrap --variant=minbase bookworm "$work/root" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "debootstrap failed; its last lines are above"; }
  printf '%s\n' 'deb http://deb.debian.org/debian bookworm main' 'deb http://deb.debian.org/debian bookworm-updates main' \
    'deb http://deb.debian.org/debian-security bookworm-security main' |
    "${root[@]}" tee "$work/root/etc/apt/sources.list" >/dev/null
  "${root[@]}" tar -C "$work/root" --exclude=./var/cache/apt/archives -c . | docker import - "$base" >/dev/null
  "${root[@]}" rm -rf "$work"
}

debian_base() { # image log
  docker image inspect "$1" >/dev/null 2>&1 && return 0
  say "getting $1 …"
  timeout 120 docker pull -q "$1" >"$2" 2>&1 || bootstrap_base "$1" "$2"
}
