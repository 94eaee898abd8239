/**
 * Software versions as bytes that sort by the rules of Semantic Versioning, with any number of main parts. Runs of
 * digits are preceded by a marker and their length, so that 2 sorts before 10; invalid versions sort after all valid
 * ones, by their text.
 */

/** Precedes a run of digits; lower than any character, so that numbers sort before words. */
const DIGITS = 0x01;
/** Separates the main part from the rest: pre-releases sort before the release. */
const PRE_RELEASE = 0x02;
const RELEASE = 0x03;
/** Added to the number of digits, to distinguish it from characters. */
const LENGTH_FLAG = 0x80;

const MAIN = "(0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*))*";
const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const VERSION = new RegExp(
  `^(?<main>${MAIN})(?<pre>-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?<build>\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);
/** Longer runs of digits do not fit the length byte; such texts are invalid versions. */
const MOST_DIGITS = 127;

/** The bytes of a version. */
export function encodeVersion(text: string): Uint8Array {
  const groups = VERSION.exec(text)?.groups;
  if (!groups || /\d{128}/.test(text)) return Buffer.from(text, "utf8");
  const bytes: number[] = [];
  for (const [index, part] of (groups["main"] ?? "").split(".").entries()) {
    if (index > 0) bytes.push(0x2e);
    pushDigits(part, bytes);
  }
  const pre = groups["pre"];
  bytes.push(pre === undefined ? RELEASE : PRE_RELEASE);
  if (pre !== undefined) pushPreRelease(pre, bytes);
  for (const byte of Buffer.from(groups["build"] ?? "", "latin1")) bytes.push(byte);
  return Uint8Array.from(bytes);
}

function pushPreRelease(text: string, bytes: number[]): void {
  bytes.push(0x2d);
  for (const [index, part] of text.slice(1).split(".").entries()) {
    if (index > 0) bytes.push(0x2e);
    if (/^\d+$/.test(part)) pushDigits(part, bytes);
    else for (const byte of Buffer.from(part, "latin1")) bytes.push(byte);
  }
}

function pushDigits(digits: string, bytes: number[]): void {
  bytes.push(DIGITS, LENGTH_FLAG | Math.min(digits.length, MOST_DIGITS));
  for (const byte of Buffer.from(digits, "latin1")) bytes.push(byte);
}

/** The text of a version's bytes. */
export function decodeVersion(bytes: Uint8Array): string {
  if (bytes[0] !== DIGITS) return Buffer.from(bytes).toString("utf8");
  const text: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === DIGITS) at++;
    else if (byte !== PRE_RELEASE && byte !== RELEASE) text.push(byte);
  }
  return Buffer.from(text).toString("latin1");
}
