/** Compares secrets without telling by the time taken how much of them is the same, whatever their lengths. */
import { createHash, timingSafeEqual } from "node:crypto";

export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
