#!/usr/bin/env bash
# Sets up a Docker engine on Debian or Ubuntu for many desktops: installs it, starts it, checks that it answers, and
# raises the one kernel limit that desktops meet first.
# Usage: npm run setup:docker        (asks for sudo when not root)
set -euo pipefail

say() { printf '  %s\n' "$*"; }
fail() { printf 'setup:docker: %s\n' "$*" >&2; exit 1; }

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

# Every desktop holds a few inotify instances, and to the kernel all of them are one user: 128 end near 25 desktops.
raise_inotify_limit() {
  local wanted=8192 now
  now=$(cat /proc/sys/fs/inotify/max_user_instances 2>/dev/null || echo "$wanted")
  [ "$now" -ge "$wanted" ] && return 0
  say "Raising fs.inotify.max_user_instances from $now to $wanted …"
  as_root sysctl -q -w "fs.inotify.max_user_instances=$wanted" || { say "It could not be set here; about $((now / 5)) desktops will run."; return 0; }
  echo "fs.inotify.max_user_instances = $wanted" | as_root tee /etc/sysctl.d/60-deskrl.conf >/dev/null
}
raise_inotify_limit

if docker version --format '{{.Server.Version}}' >/dev/null 2>&1; then
  say "A Docker engine already answers: $(docker version --format '{{.Server.Version}}')."
  exit 0
fi

command -v apt-get >/dev/null || fail "this script knows Debian and Ubuntu only; see https://docs.docker.com/engine/install for your system."
[ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || fail "run it as root, or install sudo first."

if ! command -v dockerd >/dev/null; then
  say "Installing docker.io, iptables and debootstrap …"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends docker.io iptables debootstrap ca-certificates >/dev/null
fi

if [ -d /run/systemd/system ]; then
  say "Starting the docker service …"
  as_root systemctl enable --now docker
else
  say "No systemd here: starting dockerd in the background (log: /var/log/dockerd.log) …"
  as_root sh -c 'setsid dockerd >/var/log/dockerd.log 2>&1 < /dev/null &'
fi

if [ "$(id -u)" -ne 0 ] && ! id -nG | tr ' ' '\n' | grep -qx docker; then
  as_root usermod -aG docker "$(id -un)"
  say "You were added to the group docker: log out and in again for it to count."
fi

for _ in $(seq 1 60); do
  if as_root docker version --format '{{.Server.Version}}' >/dev/null 2>&1; then
    say "The Docker engine answers: $(as_root docker version --format '{{.Server.Version}}')."
    exit 0
  fi
  sleep 0.5
done
fail "the engine did not answer within 30 s; look at 'systemctl status docker' or /var/log/dockerd.log."
