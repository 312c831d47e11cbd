"""Typed failures of the guest; the codes and statuses are those of packages/domain/src/errors.ts."""

STATUS = {
    "invalid_input": 400,
    "unauthenticated": 401,
    "not_found": 404,
    "conflict": 409,
    "tool_arguments_invalid": 422,
    "action_out_of_screen": 422,
    "action_failed": 422,
    "guest_error": 502,
    "guest_timeout": 504,
    "disk_full": 507,
    "internal": 500,
}


class GuestError(Exception):
    """An expected failure: what happened, what to do about it, and a code."""

    def __init__(self, code: str, message: str, fix: str | None = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.fix = fix

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 500)

    def body(self) -> dict:
        body = {"code": self.code, "message": self.message}
        if self.fix:
            body["fix"] = self.fix
        return body


def invalid(message: str, fix: str | None = None) -> GuestError:
    return GuestError("invalid_input", message, fix)


def timed_out(message: str, fix: str | None = None) -> GuestError:
    return GuestError("guest_timeout", message, fix)
