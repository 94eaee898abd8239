/** Reading of path and query string parameters, with Elasticsearch's errors. */
import { commaList } from "../core/comma-list.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";

type Parameters = Readonly<Record<string, string>>;

/** A boolean; a parameter without a value is true. */
export function booleanParameter(parameters: Parameters, name: string, absent: boolean): boolean;
export function booleanParameter(parameters: Parameters, name: string, absent: undefined): boolean | undefined;
export function booleanParameter(
  parameters: Parameters,
  name: string,
  absent: boolean | undefined,
): boolean | undefined {
  const value = ownOf(parameters, name);
  if (value === undefined) return absent;
  if (value === "" || value === "true") return true;
  if (value === "false") return false;
  throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
}

/** A 32-bit integer. */
export function integerParameter(parameters: Parameters, name: string): number | undefined {
  const value = ownOf(parameters, name);
  if (value === undefined) return undefined;
  const number = /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= -0x80000000 && number <= 0x7fffffff)) throw unreadable("int", name, value);
  return number;
}

/** A 64-bit integer; a bigint where a double would not be exact. */
export function longParameter(parameters: Parameters, name: string): number | bigint | undefined {
  const value = ownOf(parameters, name);
  if (value === undefined) return undefined;
  const exact = /^[+-]?\d+$/.test(value) ? BigInt(value.replace(/^\+/, "")) : undefined;
  if (exact === undefined || BigInt.asIntN(64, exact) !== exact) throw unreadable("long", name, value);
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

/** A comma-separated list; undefined when absent or empty. */
export function listParameter(parameters: Parameters, name: string): string[] | undefined {
  const value = ownOf(parameters, name);
  if (value === undefined) return undefined;
  const items = commaList(value);
  return items.length > 0 ? items : undefined;
}

function unreadable(type: "int" | "long", name: string, value: string): RequestError {
  const cause = new RequestError(
    400,
    "number_format_exception",
    value === "" ? 'For input string: ""' : `For input string: "${value}"`,
  );
  return new RequestError(
    400,
    "illegal_argument_exception",
    `Failed to parse ${type} parameter [${name}] with value [${value}]`,
    { cause },
  );
}
