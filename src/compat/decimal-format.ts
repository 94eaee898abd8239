/**
 * Formats numbers by a decimal pattern (`#,##0.00`, `000`, `0.0%`): the part of java.text.DecimalFormat that formats in
 * the root locale.
 */

interface DecimalPattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly leastWhole: number;
  readonly leastFraction: number;
  readonly mostFraction: number;
  readonly grouping: number;
  readonly multiplier: number;
  readonly exponentDigits: number | undefined;
}

const patterns = new Map<string, DecimalPattern>();

/** Formats a number. Rounds what is exactly a half to even, as Java does; few halves are: 5.65 is a little more. */
export function formatDecimal(value: number | bigint, pattern: string): string {
  if (typeof value === "number" && !Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  let parsed = patterns.get(pattern);
  if (!parsed) {
    parsed = parsePattern(pattern);
    patterns.set(pattern, parsed);
  }
  const negative = value < 0 || Object.is(value, -0);
  const text = parsed.exponentDigits === undefined ? plain(value, parsed) : scientific(Number(value), parsed);
  return `${negative ? "-" : ""}${parsed.prefix}${text}${parsed.suffix}`;
}

function parsePattern(pattern: string): DecimalPattern {
  const positive = pattern.split(";")[0] ?? "";
  const body = /[#0,.]+(?:E0+)?/.exec(positive.replace(/'[^']*'/g, (quoted) => "x".repeat(quoted.length)));
  const start = body ? body.index : positive.length;
  const end = body ? start + body[0].length : positive.length;
  const literal = (part: string): string => part.replace(/'([^']*)'/g, (_whole, inner: string) => inner || "'");
  const prefix = literal(positive.slice(0, start));
  const suffix = literal(positive.slice(end));
  const [digits = "", exponent] = (body?.[0] ?? "").split("E");
  const [whole = "", fraction = ""] = digits.split(".");
  const comma = whole.lastIndexOf(",");
  // Without any 0, one digit stands before the point, or behind it where none may stand before.
  const bare = digits.includes(".") && !digits.includes("0");
  const percent = suffix.includes("%") || prefix.includes("%");
  return {
    prefix,
    suffix,
    leastWhole: bare && whole !== "" ? 1 : (whole.match(/0/g) ?? []).length,
    leastFraction: bare && whole === "" ? 1 : (fraction.match(/0/g) ?? []).length,
    mostFraction: fraction.replaceAll(",", "").length,
    grouping: comma < 0 ? 0 : whole.length - comma - 1,
    multiplier: percent ? 100 : suffix.includes("‰") ? 1000 : 1,
    exponentDigits: exponent?.length,
  };
}

function plain(value: number | bigint, pattern: DecimalPattern): string {
  const magnitude = value < 0 ? -value : value;
  const [wholeDigits = "0", fractionDigits = ""] =
    typeof magnitude === "bigint"
      ? [String(magnitude * BigInt(pattern.multiplier))]
      : rounded(magnitude * pattern.multiplier, pattern.mostFraction).split(".");
  let fraction = fractionDigits.replace(/0+$/, "").padEnd(pattern.leastFraction, "0");
  let whole = wholeDigits.replace(/^0+/, "").padStart(pattern.leastWhole, "0");
  if (whole === "" && fraction === "") whole = "0";
  if (pattern.grouping > 0) whole = whole.replace(new RegExp(`\\B(?=(?:\\d{${pattern.grouping}})+$)`, "g"), ",");
  if (fraction !== "") fraction = `.${fraction}`;
  return whole + fraction;
}

function scientific(value: number, pattern: DecimalPattern): string {
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const mantissa = plain(value / 10 ** exponent, { ...pattern, exponentDigits: undefined });
  return `${mantissa}E${exponent < 0 ? "-" : ""}${String(Math.abs(exponent)).padStart(pattern.exponentDigits ?? 1, "0")}`;
}

/** The shortest decimal of a double, without an exponent. */
function decimalText(value: number): string {
  const text = String(value);
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const digits = match[1]! + (match[2] ?? "");
  const point = 1 + Number(match[3]);
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  return point >= digits.length ? digits.padEnd(point, "0") : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A number to `places` fraction digits; a tie goes to the even digit. */
function rounded(value: number, places: number): string {
  const text = decimalText(value);
  const [whole = "0", fraction = ""] = text.split(".");
  if (fraction.length <= places) return text;
  const kept = BigInt(whole + fraction.slice(0, places));
  const rest = fraction.slice(places);
  const half = "5".padEnd(rest.length, "0");
  const beyond =
    rest === half ? compareExactly(value, BigInt(whole + fraction), fraction.length) : rest > half ? 1 : -1;
  const up = beyond > 0 || (beyond === 0 && kept % 2n === 1n);
  const digits = String(up ? kept + 1n : kept).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Compares a number, which is not negative, with `digits / 10 ** places`, which it is shown as. */
function compareExactly(value: number, digits: bigint, places: number): number {
  let mantissa = value;
  let exponent = 0;
  for (; !Number.isInteger(mantissa); exponent++) mantissa *= 2;
  const exact = BigInt(mantissa) * 10n ** BigInt(places);
  const shown = digits << BigInt(exponent);
  return exact < shown ? -1 : exact > shown ? 1 : 0;
}
