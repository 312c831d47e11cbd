#!/bin/bash
# Runs as `user` while the image is built: fills the caches a first start would fill, on a display of its own.
set -euo pipefail
. /opt/deskrl/bin/session-env
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
# A number of its own: builds share the host's network, and with it the abstract sockets of X.
number=$((1000 + RANDOM % 50000))
export DISPLAY=:$number
Xvnc ":$number" -geometry 1280x720 -depth 24 -SecurityTypes None -rfbunixpath /tmp/warm.sock -rfbport -1 -ac 2>/dev/null &
display=$!
for _ in $(seq 100); do [ -S "/tmp/.X11-unix/X$number" ] && break; sleep 0.1; done
fc-cache -f

# The profile is made by a run that nobody connects to: LibreOffice can hang for ever when a UNO client meets its very
# first start. `soffice`, not `soffice.bin`, since that start ends once and expects to be started again.
timeout 90 dbus-run-session -- soffice --norestore --nologo --nofirststartwizard --terminate_after_init
echo "the office profile is made"

timeout 120 dbus-run-session -- bash -ec '
  soffice --norestore --nologo --nodefault --nofirststartwizard \
    "--accept=pipe,name=warm;urp;StarOffice.ComponentContext" &
  timeout 100 python3 /tmp/build/warm-office.py
  wait || true'
echo "the office profile is warm"
kill "$display"
wait "$display" || true
# The profile's lock names this build's host; a desktop would ask whether another one uses the profile.
find "$HOME/.config/libreoffice" -name '.lock' -delete
rm -rf "/tmp/.X$number-lock" "/tmp/.X11-unix/X$number" /tmp/OSL_PIPE_* /tmp/warm.sock "$XDG_RUNTIME_DIR" "$HOME/.cache/dconf"
