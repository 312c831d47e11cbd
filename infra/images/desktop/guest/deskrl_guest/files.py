"""Files of the guest, read and written as the desktop's user."""

import errno
import os
import shutil
import stat
import tempfile

from .errors import GuestError, invalid

LIST_LIMIT = 20_000
CHUNK = 1 << 20


def checked(path: str | None) -> str:
    if not path:
        raise invalid("the query has no path", "Add ?path=/home/user/...")
    if not os.path.isabs(path) or "\0" in path:
        raise invalid(f"'{path}' is not an absolute path", "Give a path such as /home/user/Documents/a.ods")
    return os.path.normpath(path)


def translate(error: OSError, path: str) -> GuestError:
    """An operating-system error as one of ours, with what to do."""
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return GuestError("not_found", f"there is no file {path}", "Check the path")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return GuestError("disk_full", f"the desktop's disk is full; {path} was not written", "Free space in it")
    reason = os.strerror(error.errno) if error.errno else str(error)
    return invalid(f"{path}: {reason}", "Use a path the desktop's user may use, such as one below /home/user")


def open_for_read(path: str):
    """An open regular file and its size. Raises GuestError `not_found` or `invalid_input`."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise translate(error, path) from error
    info = os.fstat(descriptor)
    if not stat.S_ISREG(info.st_mode):
        os.close(descriptor)
        raise invalid(f"{path} is not a regular file", "List a folder with /files/list")
    return os.fdopen(descriptor, "rb"), info.st_size


def write_file(path: str, source, length: int) -> None:
    """Writes a whole file or nothing: the bytes go beside it first and take its place once they are on disk."""
    folder = os.path.dirname(path)
    temporary = None
    try:
        if os.path.isdir(path):
            raise invalid(f"{path} is a folder", "Give the path of a file")
        os.makedirs(folder, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(prefix=".deskrl-", dir=folder)
        with os.fdopen(descriptor, "wb") as file:
            left = length
            while left:
                data = source.read(min(CHUNK, left))
                if not data:
                    raise invalid(f"the body ended {left} bytes early", "Send as many bytes as Content-Length says")
                file.write(data)
                left -= len(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise translate(error, path) from error
    finally:
        if temporary:
            os.unlink(temporary)


def remove(path: str) -> None:
    """Removes a file, a link, or a folder with all that is in it."""
    try:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
    except OSError as error:
        raise translate(error, path) from error


def list_folder(path: str, recursive: bool) -> dict:
    entries: list[dict] = []
    pending = [path]
    while pending:
        folder = pending.pop()
        try:
            found = sorted(os.scandir(folder), key=lambda item: item.name)
        except OSError as error:
            if folder == path:
                raise translate(error, path) from error
            continue
        for item in found:
            if len(entries) >= LIST_LIMIT:
                raise invalid(f"{path} holds more than {LIST_LIMIT} entries", "List one of its folders")
            entry = _entry(item)
            if entry:
                entries.append(entry)
            if recursive and item.is_dir(follow_symlinks=False):
                pending.append(item.path)
    return {"path": path, "entries": entries}


def _entry(item: os.DirEntry) -> dict | None:
    try:
        info = item.stat(follow_symlinks=False)
    except OSError:
        return None
    kind = ("link" if stat.S_ISLNK(info.st_mode) else "directory" if stat.S_ISDIR(info.st_mode)
            else "file" if stat.S_ISREG(info.st_mode) else "other")
    return {"path": item.path, "kind": kind, "bytes": info.st_size, "modifiedMs": info.st_mtime * 1000}
