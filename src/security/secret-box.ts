/** Keeps secrets that must be shown again: encrypted with AES-256-GCM, found again by a keyed hash. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { AssertionError } from "../core/assert.ts";

/** Bytes of the key that everything is derived from. */
export const SECRET_KEY_BYTES = 32;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = "v1";

/** A sealed text that does not open: another key sealed it, or it was changed or moved. */
export class SecretUnreadable extends AssertionError {
  override name = "SecretUnreadable";
}

/** Encrypts and hashes with keys derived from one secret key. */
export class SecretBox {
  readonly #encryptionKey: Buffer;
  readonly #hashKey: Buffer;

  constructor(key: Uint8Array) {
    if (key.length !== SECRET_KEY_BYTES)
      throw new AssertionError(`a secret key has ${SECRET_KEY_BYTES} bytes, not ${key.length}`);
    this.#encryptionKey = derived(key, "wardex sealed secrets");
    this.#hashKey = derived(key, "wardex credential lookup");
  }

  /** Encrypts a text. `place` (the id of its record) is bound to it: elsewhere it does not open. */
  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#encryptionKey, nonce);
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${FORMAT}.${sealed.toString("base64url")}`;
  }

  /** The text that was sealed at this place; throws SecretUnreadable. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed.slice(FORMAT.length + 1), "base64url");
    if (!sealed.startsWith(`${FORMAT}.`) || bytes.length < NONCE_BYTES + TAG_BYTES)
      throw new SecretUnreadable("a sealed secret is malformed");
    const decipher = createDecipheriv("aes-256-gcm", this.#encryptionKey, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)),
        decipher.final(),
      ]).toString("utf8");
    } catch {
      throw new SecretUnreadable(
        "a sealed secret does not open: the secret key is another one, or the record was changed",
      );
    }
  }

  /** The keyed hash by which a credential is looked up; says nothing about the credential. */
  digest(credential: string): string {
    return createHmac("sha256", this.#hashKey).update(credential).digest("base64url");
  }
}

function derived(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, new Uint8Array(0), purpose, SECRET_KEY_BYTES));
}
