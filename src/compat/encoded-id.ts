/** The bytes of an `_id` as Elasticsearch indexes it (`Uid.encodeId`): numbers and base64 take less room. */

const UTF8 = 0xff;
const NUMERIC = 0xfe;
const BASE64_ESCAPE = 0xfd;
/** Characters that can be the last of base64 text without padding, by what the length leaves over four. */
const LAST_OF_TWO = "AQgw";
const LAST_OF_THREE = "AEIMQUYcgkosw048";

/** The bytes. */
export function encodedId(id: string): Uint8Array {
  if (isDigits(id)) return numericId(id);
  if (isBase64(id)) {
    const bytes = Buffer.from(id, "base64url");
    return (bytes[0] ?? 0) >= BASE64_ESCAPE ? Buffer.concat([Uint8Array.of(BASE64_ESCAPE), bytes]) : bytes;
  }
  return Buffer.concat([Uint8Array.of(UTF8), Buffer.from(id)]);
}

function numericId(id: string): Uint8Array {
  const bytes = new Uint8Array(1 + ((id.length + 1) >>> 1));
  bytes[0] = NUMERIC;
  for (let at = 0; at < id.length; at += 2) {
    const second = at + 1 === id.length ? 0x0f : id.charCodeAt(at + 1) - 0x30;
    bytes[1 + (at >>> 1)] = ((id.charCodeAt(at) - 0x30) << 4) | second;
  }
  return bytes;
}

function isDigits(id: string): boolean {
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

function isBase64(id: string): boolean {
  const over = id.length & 3;
  const last = id.charAt(id.length - 1);
  if (over === 1) return false;
  if (over === 2 && !LAST_OF_TWO.includes(last)) return false;
  if (over === 3 && !LAST_OF_THREE.includes(last)) return false;
  return /^[A-Za-z0-9_-]*$/.test(id);
}
