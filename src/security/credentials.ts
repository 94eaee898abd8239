/**
 * What an `Authorization` header says. One table for both interfaces; the scheme word ignores case:
 *
 * | header | meaning |
 * |---|---|
 * | `Bearer <key>` | key of a token |
 * | `ApiKey base64(id:key)` | key of a token, with its id |
 * | `Basic base64(user:password)` | user with password or app password, or any name with the key of a token as the
 * password |
 * | `Basic base64(<key>)` | key of a token |
 * | `<key>` | key of a token (what clients generated from the OpenAPI document send) |
 *
 * Where a header can mean two things, a key is tried before a password.
 */
import { illegalArgument, type RequestError } from "../compat/errors.ts";

/** Credentials as given, not verified. */
export type Credentials =
  /** `bare`: there was no scheme word. */
  | { readonly kind: "key"; readonly key: string; readonly scheme: "bearer" | "basic" | "bare" }
  | { readonly kind: "api_key"; readonly id: string; readonly key: string }
  | { readonly kind: "password"; readonly username: string; readonly password: string }
  /** A known scheme with something unreadable behind it. */
  | {
      readonly kind: "malformed";
      readonly scheme: "basic" | "apikey";
      readonly reason: string;
      readonly cause: RequestError | undefined;
    };

// A request has 16 KB of headers in all; nothing of ours is near this.
const LONGEST_HEADER = 8192;
const HEADER = /^([A-Za-z]+)[ \t]+([^ \t].*)$/s;

/** Reads a header; undefined for none, an empty one, and a scheme that is not ours. Never throws. */
export function parseAuthorization(header: string | readonly string[] | undefined): Credentials | undefined {
  const value = (typeof header === "string" ? header : header?.[0])?.trim();
  if (value === undefined || value === "" || value.length > LONGEST_HEADER) return undefined;
  const match = HEADER.exec(value);
  if (!match) return isBareKey(value) ? { kind: "key", key: value, scheme: "bare" } : undefined;
  const [, scheme = "", rest = ""] = match;
  switch (scheme.toLowerCase()) {
    case "bearer":
      return { kind: "key", key: rest, scheme: "bearer" };
    case "basic":
      return basic(rest);
    case "apikey":
      return apiKey(rest);
    default:
      return undefined;
  }
}

/** A scheme word that stands alone is no key. */
function isBareKey(value: string): boolean {
  return /^[!-~]+$/.test(value) && !/^(bearer|basic|apikey)$/i.test(value);
}

function basic(encoded: string): Credentials {
  const fault = base64Fault(encoded);
  if (fault !== undefined)
    return {
      kind: "malformed",
      scheme: "basic",
      reason: "invalid basic authentication header encoding",
      cause: illegalArgument(fault),
    };
  const text = decoded(encoded);
  const colon = text.indexOf(":");
  if (colon >= 0) return { kind: "password", username: text.slice(0, colon), password: text.slice(colon + 1) };
  if (text === "")
    return {
      kind: "malformed",
      scheme: "basic",
      reason: "invalid basic authentication header value",
      cause: undefined,
    };
  return { kind: "key", key: text, scheme: "basic" };
}

function apiKey(encoded: string): Credentials {
  const fault = base64Fault(encoded);
  if (fault !== undefined) return { kind: "malformed", scheme: "apikey", reason: fault, cause: undefined };
  const text = decoded(encoded);
  const colon = text.indexOf(":");
  if (colon < 0) return { kind: "malformed", scheme: "apikey", reason: "invalid ApiKey value", cause: undefined };
  return { kind: "api_key", id: text.slice(0, colon), key: text.slice(colon + 1) };
}

function decoded(encoded: string): string {
  return Buffer.from(encoded, "base64").toString("utf8");
}

/** What Java's strict decoder says of a text that is no base64; undefined for one that is. */
function base64Fault(text: string): string | undefined {
  if (text.length < 2) return "Input byte[] should at least have 2 bytes for base64 bytes";
  const end = /[^A-Za-z0-9+/]/.exec(text);
  if (!end) return text.length % 4 === 1 ? NOT_ENOUGH_BITS : undefined;
  if (end[0] !== "=") return `Illegal base64 character ${end[0].charCodeAt(0).toString(16)}`;
  const place = end.index % 4;
  if (place === 1) return NOT_ENOUGH_BITS;
  if (place === 0 || (place === 2 && text[end.index + 1] !== "="))
    return "Input byte array has wrong 4-byte ending unit";
  const behind = end.index + (place === 2 ? 2 : 1);
  return behind < text.length ? `Input byte array has incorrect ending byte at ${behind}` : undefined;
}

const NOT_ENOUGH_BITS = "Last unit does not have enough valid bits";
