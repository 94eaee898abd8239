/** `String.format`: the conversions that scripts use. */
import { javaDouble } from "../../../core/float32.ts";
import { illegalArgumentError, JavaError, Throwable } from "./java-error.ts";
import { countSize } from "./limits.ts";
import { kindOf, numberFrom } from "./numbers.ts";
import { Boxed, hashOf, textOf, type Value } from "./values.ts";

const DIRECTIVE = /%(?:(\d+)\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;
const MOST_WIDE = 10_000;

export function formatted(text: string, values: readonly Value[]): string {
  let next = 0;
  let result = "";
  let from = 0;
  for (const match of text.matchAll(DIRECTIVE)) {
    const [whole, position, flags = "", width, precision, conversion = ""] = match;
    result += plain(text.slice(from, match.index));
    from = match.index + whole.length;
    if (conversion === "n" || conversion === "%") {
      result += conversion === "n" ? "\n" : "%";
      continue;
    }
    const index = position === undefined ? next++ : Number(position) - 1;
    if (index >= values.length)
      throw failure("java.util.MissingFormatArgumentException", `Format specifier '${whole}'`);
    const shown = converted(values[index]!, conversion, flags, precision === undefined ? undefined : Number(precision));
    result += padded(shown, flags, Math.min(Number(width ?? 0), MOST_WIDE));
    countSize(result.length);
  }
  return result + plain(text.slice(from));
}

function failure(java: string, message: string): JavaError {
  return new JavaError(new Throwable(java, message));
}

function plain(text: string): string {
  if (text.includes("%")) throw failure("java.util.UnknownFormatConversionException", "Conversion = '%'");
  return text;
}

function padded(text: string, flags: string, width: number): string {
  if (flags.includes("-")) return text.padEnd(width);
  if (!flags.includes("0")) return text.padStart(width);
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}

function converted(value: Value, conversion: string, flags: string, precision: number | undefined): string {
  const lower = conversion.toLowerCase();
  const shown = convertedLower(value, lower, flags, precision);
  return lower === conversion ? shown : shown.toUpperCase();
}

function convertedLower(value: Value, conversion: string, flags: string, precision: number | undefined): string {
  if (conversion === "b") return String(value !== null && value !== false);
  if (value === null) return "null";
  if (conversion === "s") return precision === undefined ? textOf(value) : textOf(value).slice(0, precision);
  if (conversion === "h") return (hashOf(value) >>> 0).toString(16);
  if (conversion === "c" && value instanceof Boxed)
    return value.kind === "char" ? textOf(value) : String.fromCodePoint(Number(value.value));
  const kind = kindOf(value);
  const isFraction = kind === "double" || kind === "float";
  const wrong = (): JavaError =>
    failure(
      "java.util.IllegalFormatConversionException",
      `${conversion} != ${typeof value === "string" ? "java.lang.String" : `java.lang.${kind === "int" ? "Integer" : kind}`}`,
    );
  if (kind === undefined) throw wrong();
  const raw = numberFrom(value);
  if (conversion === "d" || conversion === "x" || conversion === "o") {
    if (isFraction) throw wrong();
    if (conversion === "d") return signed(String(raw), flags);
    return BigInt.asUintN(kind === "long" ? 64 : 32, BigInt(raw)).toString(conversion === "x" ? 16 : 8);
  }
  if (!isFraction) throw wrong();
  if (conversion === "f") return signed(Number(raw).toFixed(Math.min(precision ?? 6, 100)), flags);
  if (conversion === "e")
    return signed(
      Number(raw)
        .toExponential(Math.min(precision ?? 6, 100))
        .replace(/e([+-])(\d)$/, "e$10$2"),
      flags,
    );
  if (conversion === "g") return signed(javaDouble(Number(Number(raw).toPrecision(precision ?? 6))), flags);
  throw illegalArgumentError(`Conversion = '${conversion}'`);
}

function signed(text: string, flags: string): string {
  const [digits = "", ...rest] = text.split(".");
  const grouped = flags.includes(",") ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
  const whole = [grouped, ...rest].join(".");
  return flags.includes("+") && !whole.startsWith("-") ? `+${whole}` : whole;
}
