# Sourced by the build scripts: which content an image has, and whether its sources still have the same.

content_label=deskrl.content

# Names, modes and contents of files, as one hash; the names on stdin, relative to the current folder.
hash_files() {
  LC_ALL=C sort | while IFS= read -r file; do
    if [ -x "$file" ]; then printf 'x '; else printf -- '- '; fi
    sha256sum "$file"
  done | sha256sum | cut -c 1-32
}

content_of_image() { # tag
  docker image inspect --format "{{ index .Config.Labels \"$content_label\" }}" "$1" 2>/dev/null || echo missing
}
