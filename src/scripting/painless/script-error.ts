/** The errors of scripts as answers show them: where in the source, and the lines around it. */
import { RequestError } from "../../compat/errors.ts";
import type { RunnableScript } from "./compile/compile-script.ts";
import { CompileFault } from "./compile-fault.ts";
import { throwableOf } from "./runtime/catching.ts";
import { errorType, Throwable } from "./runtime/java-error.ts";

/** How much of the source is shown on each side of a fault. */
const SHOWN = 25;

/** A fault of a source. */
export function compileError(source: string, { at, fault }: CompileFault): RequestError {
  const start = Math.max(0, at - SHOWN);
  const end = Math.min(source.length, at + SHOWN);
  const before = start > 0 ? "... " : "";
  const snippet = `${before}${source.slice(start, end)}${end < source.length ? " ..." : ""}`;
  return scriptException("compile error", source, {
    stack: [snippet, pointer(before.length + at - start)],
    position: { offset: at, start, end },
    cause: fault,
  });
}

/** An error of a script that ran; undefined: it is none of a script, but ours. */
export function runtimeError(source: string, script: RunnableScript, error: unknown): RequestError | undefined {
  const cause = causeOf(error);
  if (!cause) return undefined;
  const offset = offsetIn(script, error);
  if (offset === undefined)
    return scriptException("runtime error", source, { stack: ["<<< unknown portion of script >>>"], cause });
  const start = script.statements.findLast((each) => each <= offset) ?? 0;
  const end = script.statements.find((each) => each > offset) ?? source.length;
  return scriptException("runtime error", source, {
    stack: [source.slice(start, end), pointer(offset - start)],
    position: { offset, start, end },
    cause,
  });
}

function pointer(spaces: number): string {
  return `${" ".repeat(spaces)}^---- HERE`;
}

function scriptException(
  reason: string,
  source: string,
  more: {
    readonly stack: readonly string[];
    readonly position?: { readonly offset: number; readonly start: number; readonly end: number };
    readonly cause: RequestError;
  },
): RequestError {
  const { stack, position, cause } = more;
  return new RequestError(400, "script_exception", reason, {
    details: { script_stack: stack, script: source, lang: "painless", ...(position ? { position } : {}) },
    cause,
  });
}

function causeOf(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error;
  const thrown = throwableOf(error);
  if (thrown) return causeOfThrowable(thrown);
  if (!(error instanceof RangeError)) return undefined;
  // Either the stack or a text is full.
  const java = error.message.includes("call stack") ? "StackOverflowError" : "OutOfMemoryError";
  return causeOfThrowable(new Throwable(java, null));
}

function causeOfThrowable({ java, message, cause }: Throwable): RequestError {
  return new RequestError(400, errorType(java), message ?? "null", {
    details: message === null ? { reason: null } : {},
    cause: cause ? causeOfThrowable(cause) : undefined,
  });
}

/** A line of the code in a stack trace (`CODE_NAME`). */
const FRAME = /painless-script:(\d+):\d+/;

function offsetIn(script: RunnableScript, error: unknown): number | undefined {
  const stack = error instanceof Error ? error.stack : undefined;
  for (const frame of stack?.split("\n") ?? []) {
    const line = FRAME.exec(frame)?.[1];
    const offset = line === undefined ? undefined : script.offsetOf(Number(line));
    if (offset !== undefined) return offset;
  }
  return undefined;
}
