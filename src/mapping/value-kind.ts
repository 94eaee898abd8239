/** The kind of an unmapped value, as dynamic templates name it. */
import { dateFormat } from "../compat/dates/date-format.ts";
import { RequestError } from "../compat/errors.ts";
import type { MatchMappingType } from "./dynamic-template.ts";
import type { RootMapping } from "./mapping-tree.ts";
import { parseJavaDouble } from "./numbers/fraction-type.ts";
import { parseJavaLong } from "./numbers/java-digits.ts";

/** The default date format. */
export const DEFAULT_DATE_FORMAT = "strict_date_optional_time||epoch_millis";

/** The other format that is tried by default; unlike the first it is independent of the locale. */
export const SLASHED_DATE_FORMAT = "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis";

/** Formats that detect dates in texts, unless the mapping lists others. */
const DEFAULT_DATE_FORMATS: readonly string[] = [DEFAULT_DATE_FORMAT, SLASHED_DATE_FORMAT];

/** A kind; for dates with the matching format. */
export interface ValueKind {
  readonly kind: MatchMappingType;
  readonly format?: string;
}

/** The kind of a text: numbers and dates are detected if the mapping enables it. */
export function kindOfText(
  text: string,
  { numericDetection, dateDetection, dynamicDateFormats }: RootMapping,
): ValueKind {
  const isWhole = parseJavaLong(text) !== undefined;
  const isNumber = isWhole || parseJavaDouble(text) !== undefined;
  if (numericDetection && isNumber) return { kind: isWhole ? "long" : "double" };
  // Plain numbers are too often not dates.
  if (dateDetection === false || isNumber || text === "") return { kind: "string" };
  for (const format of dynamicDateFormats ?? DEFAULT_DATE_FORMATS) {
    if (isOfFormat(text, format)) return { kind: "date", format };
  }
  return { kind: "string" };
}

function isOfFormat(text: string, format: string): boolean {
  try {
    dateFormat(format).parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
}
