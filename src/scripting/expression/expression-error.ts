/** The errors of expressions as answers show them. */
import { RequestError } from "../../compat/errors.ts";

/** A fault at a place of what is shown with it (`java.text.ParseException`). */
export class ExpressionFault extends Error {
  readonly offset: number;
  /** What the engine's parser says it comes from; undefined: nothing. */
  readonly from: string | undefined;

  constructor(message: string, offset: number, from?: string) {
    super(message);
    this.offset = offset;
    this.from = from;
  }
}

/** A source that cannot be read, or a `portion` of one that means nothing here. */
export function expressionError(
  reason: "compile error" | "link error",
  source: string,
  portion: string,
  fault: ExpressionFault | RequestError,
): RequestError {
  const offset = fault instanceof ExpressionFault ? fault.offset : 0;
  return new RequestError(400, "script_exception", reason, {
    details: {
      script_stack: [portion, `${" ".repeat(offset)}^---- HERE`],
      script: source,
      lang: "expression",
    },
    cause: fault instanceof ExpressionFault ? causeOf(fault) : fault,
  });
}

function causeOf({ message, from }: ExpressionFault): RequestError {
  const cause = from === undefined ? undefined : new RequestError(400, from, "null", { details: { reason: null } });
  return new RequestError(400, "parse_exception", message, cause ? { cause } : {});
}
