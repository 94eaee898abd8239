import { formatIpAddress, parseIpAddress } from "../../compat/ip-address.ts";
import { numberFormat, parseDecimal } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { float32Text, float64Text } from "../../compat/json/json-text.ts";
import type { Json } from "../../core/json.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { valueOf } from "../config/fields-of.ts";
import { isNumber, javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Makes values of another type. */
export const convert: ProcessorKind = {
  name: "convert",

  create(config) {
    const field = config.string("field");
    const given = config.string("type");
    const type = given.toLowerCase();
    const make = TYPES[type];
    if (!make) throw config.error("type", `type [${given}] not supported, cannot convert field.`);
    const target = config.optionalString("target_field") ?? field;
    const ignoreMissing = config.boolean("ignore_missing", false);
    return (document) => {
      const value = valueOf(document, field, ignoreMissing);
      if (value === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`Field [${field}] is null, cannot be converted to type [${type}]`);
      }
      document.set(target, Array.isArray(value) ? value.map((item) => make(item)) : make(value));
    };
  },
};

const LIMITS = { integer: [-(2n ** 31n), 2n ** 31n - 1n], long: [-(2n ** 63n), 2n ** 63n - 1n] } as const;

const TYPES: NameTable<(value: Json) => Json> = nameTable({
  integer: (value) => whole(javaText(value), "integer"),
  long: (value) => whole(javaText(value), "long"),
  float: (value) =>
    converted(value, "float", (text) => float32Text(Math.fround(javaFraction(text))) as unknown as Json),
  double: (value) => converted(value, "double", (text) => doubleValue(javaFraction(text))),
  boolean: (value) => truth(javaText(value)),
  ip: (value) => address(javaText(value)),
  string: (value) => javaText(value),
  auto: automatic,
});

function converted(value: Json, type: string, read: (text: string) => Json): Json {
  const text = javaText(value);
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", `unable to convert [${text}] to ${type}`, {
      cause: error,
    });
  }
}

/** A whole number, also with the base sixteen: `0x1F`. */
function whole(text: string, type: keyof typeof LIMITS): Json {
  return converted(text, type, () => {
    const hex = /^([+-]?)0[xX]([0-9a-fA-F]+)$/.exec(text);
    if (!hex && !/^[+-]?\d+$/.test(text))
      throw new RequestError(400, "number_format_exception", `For input string: "${text}"`);
    const value = hex ? BigInt(`0x${hex[2]}`) * (hex[1] === "-" ? -1n : 1n) : BigInt(text.replace("+", ""));
    const [least, most] = LIMITS[type];
    if (value < least || value > most) throw numberFormat(text);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  });
}

/** What `Double.parseDouble` reads. */
function javaFraction(text: string): number {
  const named = /^([+-]?)(NaN|Infinity)$/.exec(text.trim());
  if (named) return named[2] === "NaN" ? Number.NaN : named[1] === "-" ? -Infinity : Infinity;
  return parseDecimal(text);
}

function doubleValue(value: number): Json {
  return Number.isInteger(value) || !Number.isFinite(value) ? (float64Text(value) as unknown as Json) : value;
}

function truth(text: string): boolean {
  const lower = text.toLowerCase();
  if (lower === "true" || lower === "false") return lower === "true";
  throw illegalArgument(`[${text}] is not a boolean value, cannot convert to boolean`);
}

/** An address as it is written; one that is none is refused. */
function address(text: string): string {
  try {
    formatIpAddress(parseIpAddress(text));
    return text;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw illegalArgument(`[${text}] is not a valid ipv4/ipv6 address`);
  }
}

/** A text becomes what it reads as: a truth, a whole number, a fraction; and stays as it is otherwise. */
function automatic(value: Json): Json {
  if (typeof value !== "string" || isNumber(value)) return value;
  for (const read of [
    () => truth(value),
    () => whole(value, "integer"),
    () => whole(value, "long"),
    () => TYPES["float"]?.(value) ?? value,
    () => TYPES["double"]?.(value) ?? value,
  ]) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return value;
}
