/** Terms as rendered in descriptions. */

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a term, or its bytes as `[fe 1f]` when it is not text. */
export function termText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return termHex(bytes);
  }
}

/** The bytes of a term as `[fe 1f]`. */
export function termHex(bytes: Uint8Array): string {
  return `[${Array.from(bytes, (byte) => byte.toString(16)).join(" ")}]`;
}
