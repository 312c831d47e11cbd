"""The process that talks UNO: application tools, application info, opening and saving documents."""

from . import documents, office, office_idle
from .errors import GuestError
from .office_main_thread import on_main_thread
from .runner_loop import serve

# The share of a deadline after which a call gives up by itself, in words, before this process is ended for it.
WITHIN = 0.9


def _tools():
    try:
        from . import tools
    except ImportError as error:
        raise GuestError("guest_error", f"this image carries no application tools: {error}",
                         "Rebuild the desktop image") from error
    return tools


def _ping(deadlineS: float) -> bool:  # noqa: N803 - the name on the wire
    office.connect(deadlineS).getCurrentFrame()
    return True


def _dispatch(deadlineS: float, tool: str, method: str, args: dict) -> str:  # noqa: N803
    return on_main_thread(lambda: _tools().dispatch(tool, method, args), deadlineS * WITHIN)


def _app_info(deadlineS: float, app: str) -> str:  # noqa: N803
    return on_main_thread(lambda: _tools().app_info(app), deadlineS * WITHIN)


def _new_document(deadlineS: float, app: str) -> None:  # noqa: N803
    office.connect(deadlineS)
    documents.new_document(app)


def _open_document(deadlineS: float, path: str) -> None:  # noqa: N803
    office.connect(deadlineS)
    documents.open_document(path)


def _save_documents(deadlineS: float) -> list[str]:  # noqa: N803
    return on_main_thread(documents.save_documents, deadlineS * WITHIN)


def _drain(deadlineS: float) -> None:  # noqa: N803
    office_idle.drain(deadlineS * WITHIN)


if __name__ == "__main__":
    serve({"ping": _ping, "drain": _drain, "dispatch": _dispatch, "app_info": _app_info, "new_document": _new_document,
           "open_document": _open_document, "save_documents": _save_documents})
