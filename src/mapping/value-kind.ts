/** The kind of a value that no field is mapped for, as dynamic templates name kinds. */
import { dateFormat } from "../compat/dates/date-format.ts";
import { RequestError } from "../compat/errors.ts";
import type { MatchMappingType } from "./dynamic-template.ts";
import type { RootMapping } from "./mapping-tree.ts";
import { parseJavaDouble } from "./numbers/fraction-type.ts";
import { parseJavaLong } from "./numbers/java-digits.ts";

/** The format of dates of which nothing is said. */
export const DEFAULT_DATE_FORMAT = "strict_date_optional_time||epoch_millis";

/** The other format that is tried, the only one that has no language. */
export const SLASHED_DATE_FORMAT = "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis";

/** Formats by which texts are taken for dates, unless the mapping says others. */
const DEFAULT_DATE_FORMATS: readonly string[] = [DEFAULT_DATE_FORMAT, SLASHED_DATE_FORMAT];

/** A kind; of dates the format that they have. */
export interface ValueKind {
  readonly kind: MatchMappingType;
  readonly format?: string;
}

/** The kind of a text: where the mapping says so, those that look like numbers or dates are taken for such. */
export function kindOfText(
  text: string,
  { numericDetection, dateDetection, dynamicDateFormats }: RootMapping,
): ValueKind {
  const isWhole = parseJavaLong(text) !== undefined;
  const isNumber = isWhole || parseJavaDouble(text) !== undefined;
  if (numericDetection && isNumber) return { kind: isWhole ? "long" : "double" };
  // Plain numbers are too often something else.
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
