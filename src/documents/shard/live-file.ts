/** Live documents of a segment in a sealed file: the bit set as it stands in memory. */
import type { Files } from "../../store/files.ts";
import { seal, SealBroken, unseal } from "../../store/sealed-file.ts";

/** Writes the set, atomically and durably. `docs`: documents of the segment, which reading verifies. */
export async function writeLiveFile(files: Files, path: string, live: Uint32Array, docs: number): Promise<void> {
  await files.replace(path, seal(new Uint8Array(live.buffer, live.byteOffset, live.byteLength), docs));
}

/** The set, in shared memory. Throws SealBroken when it is not what was written. */
export function readLiveFile(files: Files, path: string, docs: number): Uint32Array {
  const { body, generation } = unseal(files.read(path), path);
  if (generation !== docs || body.length % 4 !== 0)
    throw new SealBroken(path, `it is of ${generation} documents, not ${docs}`);
  const live = new Uint32Array(new SharedArrayBuffer(body.length));
  new Uint8Array(live.buffer).set(body);
  return live;
}
