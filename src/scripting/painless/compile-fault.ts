/** What is wrong with a source, and where. */
import { RequestError } from "../../compat/errors.ts";

/** Becomes the `script_exception` (compile error) of its script. */
export class CompileFault extends Error {
  readonly at: number;
  readonly fault: RequestError;

  constructor(at: number, reason: string, more: { readonly type?: string; readonly cause?: RequestError } = {}) {
    super(reason);
    this.at = at;
    this.fault = new RequestError(400, more.type ?? "illegal_argument_exception", reason, { cause: more.cause });
  }
}

/** Two types that do not go together. */
export function castFault(at: number, from: string, to: string): CompileFault {
  return new CompileFault(at, `Cannot cast from [${from}] to [${to}].`, { type: "class_cast_exception" });
}
