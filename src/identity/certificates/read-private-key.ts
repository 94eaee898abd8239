/** Private keys as PEM, without a passphrase. */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { publicKeyDigest } from "./read-certificate.ts";

/** Whether a text holds a private key, whatever stands around it. */
export function hasPrivateKey(text: string): boolean {
  return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);
}

/** The lines of a key without what stands around them by way of copying. */
export function trimmedLines(pem: string): string {
  return pem
    .split(/\r?\n/)
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

/** Digest of the public key that belongs to a private key; undefined: there is none that can be read. */
export function readPrivateKey(pem: string): string | undefined {
  try {
    return publicKeyDigest(createPublicKey(createPrivateKey({ key: pem, format: "pem" })));
  } catch {
    // Whatever is wrong with it (a passphrase, another form), the caller has to bring another one.
    return undefined;
  }
}
