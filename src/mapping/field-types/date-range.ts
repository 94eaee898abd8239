import { type DateFormat, dateFormat } from "../../compat/dates/date-format.ts";
import { parseDateMath } from "../../compat/dates/date-math.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { valueText } from "../define-field-type.ts";
import type { FieldType, RangeBounds } from "../field-type.ts";
import { dateRange as boundsOf, milliseconds } from "../dates/date-type.ts";
import { textOf } from "../keyword-text.ts";
import { ValueError } from "../value-error.ts";
import { shortestWhole } from "../ranges/joined-ranges.ts";
import type { RangeKind } from "../ranges/range-kind.ts";
import { rangeType } from "../ranges/range-type.ts";
import { readSortable, writeSortable } from "../ranges/whole-range.ts";

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** Milliseconds since 1970. */
const kind: RangeKind<bigint> = {
  name: "date_range",
  capabilities: { valueFormat: "date", docvalueFormat: "date" },
  width: 8,
  min: MIN,
  max: MAX,
  next: (bound) => bound + 1n,
  previous: (bound) => bound - 1n,
  write: (bound, into, at) => writeSortable(bound, 64, into, at),
  joinedBound: shortestWhole,
  showsDocValues: false,
  read: (bytes, at) => readSortable(bytes, at, 64),
  reversed: (from, to) => `min value (${from}) is greater than max value (${to})`,

  reader(values) {
    const locale = values["locale"] as string;
    const format = dateFormat(values["format"] as string, locale);
    return {
      ofDocument(value, roundUp, target) {
        const text = textOf(value, target);
        return text === null ? undefined : documentDate(text, format, roundUp);
      },
      ofQuery: (bounds) => queryDates(bounds, format, locale),
      show(value, pattern) {
        const printer = pattern === undefined ? format : dateFormat(pattern, locale);
        return printer.print(Number(documentDate(valueText(value), format, false)), 0);
      },
      text: (bound) => JSON.stringify(format.print(Number(bound), 0)),
      javaText: String,
    };
  },
};

/** Ranges of dates. */
export const dateRange: FieldType = rangeType(kind, "Ranges of dates.");

function documentDate(text: string, format: DateFormat, roundUp: boolean): bigint {
  try {
    if (text.startsWith("now")) {
      const cause = illegalArgument("now is not used at indexing time");
      throw new RequestError(400, "parse_exception", "could not read the current timestamp", { cause });
    }
    return BigInt(parseDateMath(text, format, { nowMs: 0, roundUp, zone: undefined }).ms);
  } catch (error) {
    throw error instanceof RequestError ? new ValueError(error) : error;
  }
}

function queryDates(
  bounds: RangeBounds,
  format: DateFormat,
  locale: string,
): { from: bigint | undefined; to: bigint | undefined } {
  const lower = ofSide({ ...bounds, lt: null, lte: null }, format, locale);
  const upper = ofSide({ ...bounds, gt: null, gte: null }, format, locale);
  return { from: lower.from, to: upper.to };
}

/** Converts one bound at a time: this distinguishes a range that ends before it begins from an empty one. */
function ofSide(
  bounds: RangeBounds & { readonly [side: string]: Json | undefined },
  format: DateFormat,
  locale: string,
): { from: bigint | undefined; to: bigint | undefined } {
  const range = boundsOf(bounds, format, milliseconds, locale);
  if (range.unit !== "number" && range.unit !== "bigint") return { from: undefined, to: undefined };
  return {
    from: range.from === undefined ? undefined : BigInt(range.from),
    to: range.to === undefined ? undefined : BigInt(range.to),
  };
}
