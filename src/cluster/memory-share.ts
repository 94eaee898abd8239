/** Sizes that may be given as a percentage of the memory (`MemorySizeValue`). */
import { RequestError } from "../compat/errors.ts";
import { parseBytes } from "../compat/time-value.ts";

/**
 * Bytes of `512mb`, or of `60%` of `memoryBytes`. Throws 400 with Elasticsearch's message, which contains `setting`.
 */
export function memoryShare(text: string, setting: string, memoryBytes: number): number {
  if (!text.endsWith("%")) {
    try {
      return parseBytes(text, setting);
    } catch (error) {
      throw error instanceof RequestError ? refused(error.message) : error;
    }
  }
  const share = text.slice(0, -1);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(share)) {
    throw refused(
      `failed to parse [${share}] as a double`,
      new RequestError(400, "number_format_exception", `For input string: "${share}"`),
    );
  }
  const percent = Number(share);
  if (percent < 0 || percent > 100) throw refused(`percentage should be in [0-100], got [${share}]`);
  return Math.floor((percent / 100) * memoryBytes);
}

/** As in Elasticsearch, the cause repeats the reason. */
function refused(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "illegal_argument_exception", reason, {
    cause: new RequestError(400, "parse_exception", reason, { cause }),
  });
}
