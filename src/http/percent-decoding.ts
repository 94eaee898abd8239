/**
 * Percent-decoding of paths and query strings with Elasticsearch's errors (RestUtils). Bytes that are no UTF-8 become
 * U+FFFD.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { put } from "../core/names.ts";

/** Throws 400 unless every `%` of a raw path is followed by two hexadecimal digits. */
export function checkPath(path: string): void {
  const fault = escapeFault(path);
  if (fault !== undefined) throw illegalArgument(fault);
}

/** A path part whose escapes were checked; `+` stays. */
export function decodePathPart(part: string): string {
  return part.includes("%") ? decode(part) : part;
}

/**
 * The parameters of a query string (without `?`); of several with one name the last counts. Throws 400
 * `bad_parameter_exception`.
 */
export function parseQueryString(query: string): Record<string, string> {
  const parameters: Record<string, string> = {};
  if (query === "") return parameters;
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const value = equals < 0 ? "" : pair.slice(equals + 1);
    setOwn(parameters, decodeQueryPart(name), decodeQueryPart(value));
  }
  return parameters;
}

/** Sets a member whatever its name; `__proto__` would otherwise vanish. */
function setOwn(parameters: Record<string, string>, name: string, value: string): void {
  if (name === "__proto__")
    Object.defineProperty(parameters, name, { value, enumerable: true, configurable: true, writable: true });
  else put(parameters, name, value);
}

function decodeQueryPart(part: string): string {
  const spaced = part.includes("+") ? part.replaceAll("+", " ") : part;
  if (!spaced.includes("%")) return spaced;
  const fault = escapeFault(part);
  if (fault !== undefined) {
    const cause = illegalArgument(fault);
    throw new RequestError(400, "bad_parameter_exception", `java.lang.IllegalArgumentException: ${fault}`, { cause });
  }
  return decode(spaced);
}

function escapeFault(text: string): string | undefined {
  for (let at = text.indexOf("%"); at >= 0; at = text.indexOf("%", at + 1)) {
    const digits = text.slice(at + 1, at + 3);
    if (digits.length === 0) return `unterminated escape sequence at end of string: ${text}`;
    if (digits.length === 1) return `partial escape sequence at end of string: ${text}`;
    if (!/^[0-9a-fA-F]{2}$/.test(digits)) return `invalid escape sequence \`%${digits}' at index ${at} of: ${text}`;
    at += 2;
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8: decoded byte by byte, as Elasticsearch does.
    const bytes: number[] = [];
    const raw = Buffer.from(text, "utf8");
    for (let at = 0; at < raw.length; at++) {
      if (raw[at] === 0x25) {
        bytes.push(Number.parseInt(raw.toString("latin1", at + 1, at + 3), 16));
        at += 2;
      } else {
        bytes.push(raw[at] ?? 0);
      }
    }
    return Buffer.from(bytes).toString("utf8");
  }
}
