/** Validates texts that must be base64, with Jackson's errors (`Base64Variants.MIME_NO_LINEFEEDS`). */

/** A fault in a text, and the index of the offending character. */
export interface Base64Fault {
  readonly reason: string;
  readonly at: number;
}

/** The error for a value that is not a string; `token` names its type. */
export function notBase64Text(token: string): string {
  return `Current token (${token}) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary`;
}

/** The fault that prevents decoding; undefined when there is none. */
export function base64Fault(text: string): Base64Fault | undefined {
  const { count, illegalAt } = base64Characters(text);
  if (illegalAt >= 0) {
    const character = text.charAt(illegalAt);
    const reason = `Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): Illegal character '${character}' (code 0x${character.charCodeAt(0).toString(16)}) in base64 content`;
    return { reason, at: illegalAt };
  }
  if (count % 4 === 0) return undefined;
  const reason =
    "Unexpected end of base64-encoded String: base64 variant 'MIME-NO-LINEFEEDS' expects padding (one or more '=' characters) at the end. This Base64Variant might have been incorrectly configured";
  return { reason, at: text.length };
}

/**
 * Number of base64 characters, and index of the first illegal character or -1. White space is allowed between groups of
 * four.
 */
function base64Characters(value: string): { count: number; illegalAt: number } {
  let count = 0;
  for (let at = 0; at < value.length; at++) {
    const isSpace = value.charCodeAt(at) <= 0x20;
    if (isSpace && count % 4 === 0) continue;
    if (isSpace || !/[A-Za-z0-9+/=]/.test(value.charAt(at))) return { count, illegalAt: at };
    count++;
  }
  return { count, illegalAt: -1 };
}
