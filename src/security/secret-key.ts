/** Where the secret key comes from: a file that only its owner can read, or chance. */
import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SECRET_KEY_BYTES } from "./secret-box.ts";

/** A key file that must not or cannot be used; told to whoever starts the server. */
export class SecretKeyError extends Error {
  override name = "SecretKeyError";
}

/** A key for a server whose data ends with it. */
export function randomSecretKey(): Uint8Array {
  return randomBytes(SECRET_KEY_BYTES);
}

/** The key of a file; made (mode 0600, durable) when there is none. Throws SecretKeyError. */
export function readSecretKey(path: string): Uint8Array {
  try {
    return makeSecretKey(path);
  } catch (error) {
    if (!hasCode(error, "EEXIST"))
      throw new SecretKeyError(`the secret key file ${path} cannot be made: ${String(error)}`);
  }
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    throw new SecretKeyError(`the secret key file ${path} cannot be read: ${String(error)}`);
  }
  try {
    const { mode } = fstatSync(file);
    // Windows has no such bits.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new SecretKeyError(
        `the secret key file ${path} can be read by others (mode ${(mode & 0o777).toString(8).padStart(4, "0")}): chmod 600 it, and replace what was encrypted with it if others have access to this machine`,
      );
    }
    const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
    if (key.length !== SECRET_KEY_BYTES)
      throw new SecretKeyError(`the secret key file ${path} must hold ${SECRET_KEY_BYTES} bytes in base64`);
    return key;
  } finally {
    closeSync(file);
  }
}

/** Throws EEXIST when there is a file already. */
function makeSecretKey(path: string): Uint8Array {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "wx", 0o600);
  try {
    const key = randomBytes(SECRET_KEY_BYTES);
    writeSync(file, `${key.toString("base64")}\n`);
    fsyncSync(file);
    return key;
  } finally {
    closeSync(file);
    syncFolder(dirname(path));
  }
}

function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
