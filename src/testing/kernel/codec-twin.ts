/** The slow, obvious form of the block codec: what the kernel's must agree with. Used by tests alone. */

const MIN_MATCH = 4;

function pushLength(output: number[], rest: number): void {
  while (rest >= 255) {
    output.push(255);
    rest -= 255;
  }
  output.push(rest);
}

function pushSequence(
  output: number[],
  literals: Uint8Array,
  match: { distance: number; length: number } | undefined,
): void {
  const extra = match ? match.length - MIN_MATCH : 0;
  output.push((Math.min(literals.length, 15) << 4) | Math.min(extra, 15));
  if (literals.length >= 15) pushLength(output, literals.length - 15);
  for (const byte of literals) output.push(byte);
  if (!match) return;
  output.push(match.distance & 255, match.distance >> 8);
  if (extra >= 15) pushLength(output, extra - 15);
}

/** Compresses by trying every distance at every place. */
export function compressBlockTwin(bytes: Uint8Array): Uint8Array {
  const output: number[] = [];
  let anchor = 0;
  let at = 0;
  while (at < bytes.length - 12) {
    let best = { distance: 0, length: 0 };
    for (let distance = 1; distance <= Math.min(at, 65535); distance++) {
      let length = 0;
      while (at + length < bytes.length - 5 && bytes[at + length] === bytes[at + length - distance]) length++;
      if (length > best.length) best = { distance, length };
    }
    if (best.length < MIN_MATCH) {
      at++;
      continue;
    }
    pushSequence(output, bytes.subarray(anchor, at), best);
    at += best.length;
    anchor = at;
  }
  pushSequence(output, bytes.subarray(anchor), undefined);
  return Uint8Array.from(output);
}

/** Expands a block; undefined when it is corrupt. */
export function decompressBlockTwin(bytes: Uint8Array, size: number): Uint8Array | undefined {
  const output: number[] = [];
  let at = 0;
  const readLength = (short: number): number => {
    let length = short;
    if (short < 15) return length;
    for (;;) {
      const more = bytes[at++];
      if (more === undefined) return Number.NaN;
      length += more;
      if (more !== 255) return length;
    }
  };
  for (;;) {
    const token = bytes[at++];
    if (token === undefined) return undefined;
    const literals = readLength(token >> 4);
    if (!(literals <= bytes.length - at) || !(literals <= size - output.length)) return undefined;
    for (let i = 0; i < literals; i++) output.push(bytes[at++] ?? 0);
    if (at === bytes.length) return output.length === size && (token & 15) === 0 ? Uint8Array.from(output) : undefined;
    if (bytes.length - at < 2) return undefined;
    const distance = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    at += 2;
    if (distance === 0 || distance > output.length) return undefined;
    const count = readLength(token & 15) + MIN_MATCH;
    if (!(count <= size - output.length)) return undefined;
    for (let i = 0; i < count; i++) output.push(output[output.length - distance] ?? 0);
  }
}
