/** Hashes of passwords: scrypt, with a salt and the parameters kept in the text, so that they can be raised later. */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import { tooManyChecks } from "./authentication-errors.ts";
import { FairQueue, type Turn } from "./fair-queue.ts";
import { holdsNull } from "./password-rule.ts";

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** Parameters of scrypt: 2^logN rounds of `blockSize`, `parallelism` times. */
export interface ScryptCost {
  readonly logN: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

// 32 MB and about a tenth of a second; three passes, as OWASP's password storage sheet asks for with this memory.
const DEFAULT_COST: ScryptCost = { logN: 15, blockSize: 8, parallelism: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
// A hash text with larger parameters is not one of ours, and must not be able to take the machine's memory.
const MAXIMUM_MEMORY_BYTES = 256 * 1024 * 1024;
// File work shares the thread pool with the hashes, so few run at once; the rest waits, and too many are turned away.
const AT_ONCE = 2;
const MAXIMUM_WAITING = 200;
const MAXIMUM_WAITING_OF_ADDRESS = 50;
const HASH_TEXT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,88})\$([A-Za-z0-9+/]{43})$/;

/** `$scrypt$ln=15,r=8,p=3$<salt>$<hash>` of a password. */
export async function hashPassword(password: string, cost: ScryptCost = DEFAULT_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOf(password, salt, cost);
  return `$scrypt$ln=${cost.logN},r=${cost.blockSize},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether a password is the one of a hash text; in constant time. False for a text that is no hash. `turn`: who asks,
 * if not the server itself.
 */
export async function verifyPassword(password: string, text: string, turn?: Turn): Promise<boolean> {
  const match = HASH_TEXT.exec(text);
  if (!match || holdsNull(password)) return false;
  const [, logN = "", blockSize = "", parallelism = "", salt = "", hash = ""] = match;
  const cost = { logN: Number(logN), blockSize: Number(blockSize), parallelism: Number(parallelism) };
  if (cost.logN < 1 || cost.blockSize < 1 || cost.parallelism < 1 || memoryBytes(cost) > MAXIMUM_MEMORY_BYTES)
    return false;
  const derived = await scryptOf(password, Buffer.from(salt, "base64"), cost, turn);
  return timingSafeEqual(derived, Buffer.from(hash, "base64"));
}

/** Whether a hash was made with weaker parameters than new ones are, so that the next log-in should make it anew. */
export function isOutdated(text: string): boolean {
  const { logN, blockSize, parallelism } = DEFAULT_COST;
  return !text.startsWith(`$scrypt$ln=${logN},r=${blockSize},p=${parallelism}$`);
}

function memoryBytes({ logN, blockSize, parallelism }: ScryptCost): number {
  return 128 * blockSize * (2 ** logN + parallelism);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

const queue = new FairQueue(
  { atOnce: AT_ONCE, perAddress: MAXIMUM_WAITING_OF_ADDRESS, waiting: MAXIMUM_WAITING },
  tooManyChecks,
);

function scryptOf(password: string, salt: Uint8Array, cost: ScryptCost, turn?: Turn): Promise<Buffer> {
  const options = { N: 2 ** cost.logN, r: cost.blockSize, p: cost.parallelism, maxmem: 2 * MAXIMUM_MEMORY_BYTES };
  return queue.run(turn, () => derive(password, salt, HASH_BYTES, options));
}
