/** `fuzziness`: how many edits are allowed between a word and a term. */
import { numberFormat } from "../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json } from "../core/json.ts";

/** A fixed number of edits, or one that depends on the length of the term. */
export interface Fuzziness {
  /** Edits allowed for a term (`Fuzziness.asDistance`). */
  edits(term: string): 0 | 1 | 2;
}

const AUTO_LOW = 3;
const AUTO_HIGH = 6;

/** `AUTO`: 0 below three characters, 1 below six, else 2. */
export const autoFuzziness: Fuzziness = auto(AUTO_LOW, AUTO_HIGH);

/** Reads `0`, `1`, `2`, `AUTO` or `AUTO:low,high`. */
export function parseFuzziness(value: Json): Fuzziness {
  const text = valueText(value).toUpperCase();
  if (text === "AUTO") return autoFuzziness;
  if (text.startsWith("AUTO:")) return bounds(text);
  const edits = Number(text);
  if (text.trim() === "" || Number.isNaN(edits)) {
    throw new RequestError(400, "illegal_argument_exception", `fuzziness cannot be [${valueText(value)}].`, {
      cause: numberFormat(text),
    });
  }
  if (edits !== 0 && edits !== 1 && edits !== 2) {
    throw illegalArgument(`Valid edit distances are [0, 1, 2] but was [${Math.trunc(edits)}]`);
  }
  return { edits: () => edits };
}

function bounds(text: string): Fuzziness {
  const parts = text.slice("AUTO:".length).split(",");
  if (parts.length !== 2) {
    throw new RequestError(400, "parse_exception", `failed to find low and high distance values in [${text}]`);
  }
  const [low, high] = parts.map((part) => {
    if (/^[+-]?\d+$/.test(part)) return Number(part);
    throw new RequestError(400, "parse_exception", `failed to parse [${text}] as a "auto:int,int"`, {
      cause: numberFormat(part),
    });
  });
  if (low === undefined || high === undefined || low < 0 || high < 0 || low > high) {
    throw illegalArgument(
      `fuzziness wrongly configured, must be: lowDistance > 0, highDistance > 0 and lowDistance <= highDistance`,
    );
  }
  return auto(low, high);
}

function auto(low: number, high: number): Fuzziness {
  return {
    edits(term) {
      const length = [...term].length;
      if (length < low) return 0;
      return length < high ? 1 : 2;
    },
  };
}
