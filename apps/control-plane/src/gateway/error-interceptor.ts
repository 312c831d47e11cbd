import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { AppError, ERROR_CODES, type ErrorCode } from "@deskrl/domain";

const CONNECT_CODES = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  409: Code.FailedPrecondition,
  422: Code.InvalidArgument,
  429: Code.ResourceExhausted,
  499: Code.Canceled,
  500: Code.Internal,
  502: Code.Unavailable,
  503: Code.Unavailable,
  504: Code.DeadlineExceeded,
  507: Code.ResourceExhausted,
} as const satisfies Record<(typeof ERROR_CODES)[ErrorCode], Code>;

/** The code of ours that a failed call carries besides gRPC's. */
export const APP_CODE_HEADER = "deskrl-code";

export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  const app = AppError.from(error);
  const text =
    app.code === "internal" ? "Something failed in the control plane; its log says what." : app.describe();
  const connectError = new ConnectError(text, CONNECT_CODES[ERROR_CODES[app.code]], {
    [APP_CODE_HEADER]: app.code,
  });
  connectError.cause = error;
  return connectError;
}

/** Gives failures of unary calls their code; what nobody foresaw is logged whole. */
export function errorInterceptor(onError: (error: unknown, name: string) => void): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (error) {
      const mapped = toConnectError(error);
      if (mapped.code === Code.Internal) onError(error, request.method.name);
      throw mapped;
    }
  };
}
