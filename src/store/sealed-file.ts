/**
 * A small file that is written at once and carries its own checksum: manifests, the cluster state, bitmaps of live
 * documents. One line of text, `wardex 1 generation=<number> bytes=<number> crc32c=<8 hex digits>`, then the raw body.
 * The checksum covers the generation and the body.
 */
import { crc32c } from "../core/crc32c.ts";

const HEADER = /^wardex 1 generation=(\d{1,16}) bytes=(\d{1,16}) crc32c=([0-9a-f]{8})$/;
/** Longest header, with its line end. */
const HEADER_BYTES = 90;
const LINE_END = 10;

/** Damage found in a sealed file. */
export class SealBroken extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`file [${file}] is damaged: ${reason}`);
    this.name = "SealBroken";
    this.file = file;
  }
}

/** The bytes of a sealed file. */
export function seal(body: Uint8Array, generation: number): Uint8Array {
  const check = checksum(body, generation).toString(16).padStart(8, "0");
  const header = Buffer.from(`wardex 1 generation=${generation} bytes=${body.length} crc32c=${check}\n`);
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body, header.length);
  return bytes;
}

/** Body and generation of a sealed file; `file` is for messages. Throws SealBroken. */
export function unseal(bytes: Uint8Array, file: string): { body: Uint8Array; generation: number } {
  const end = bytes.subarray(0, HEADER_BYTES).indexOf(LINE_END);
  const header = HEADER.exec(Buffer.from(bytes.subarray(0, Math.max(0, end))).toString("latin1"));
  if (!header) throw new SealBroken(file, "it has no header of a known format");
  const generation = Number(header[1]);
  const body = bytes.subarray(end + 1);
  if (body.length !== Number(header[2]))
    throw new SealBroken(file, `it holds ${body.length} bytes instead of ${header[2]}`);
  if (checksum(body, generation) !== Number.parseInt(header[3] ?? "", 16)) throw new SealBroken(file, "checksum");
  return { body, generation };
}

function checksum(body: Uint8Array, generation: number): number {
  return crc32c(body, 0, body.length, crc32c(Buffer.from(String(generation))));
}
