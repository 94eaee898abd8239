/**
 * Frames on a stream of bytes: four bytes of length (big endian), then as many bytes. What a length announces is not
 * set aside before it is there, and a frame that is longer than allowed is refused by its length alone.
 */

const LENGTH_BYTES = 4;

/** A frame with these bytes, in pieces to be written one after the other. */
export function framed(content: Uint8Array): [head: Buffer, content: Uint8Array] {
  const head = Buffer.allocUnsafe(LENGTH_BYTES);
  head.writeUInt32BE(content.length);
  return [head, content];
}

/** A frame that the other side may not send. */
export class FrameRefused extends Error {
  override name = "FrameRefused";
}

/** Puts frames together from the pieces in which they come. */
export class FrameReader {
  /** Longer frames are refused. */
  maximumBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  /** Of the frame that is coming; undefined: its head is not there yet. */
  #wanted: number | undefined;

  constructor(maximumBytes: number) {
    this.maximumBytes = maximumBytes;
  }

  /** Adds what came. */
  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  /** The next frame; undefined: it is not whole yet. Throws FrameRefused. */
  next(): Buffer | undefined {
    if (this.#wanted === undefined) {
      if (this.#bytes < LENGTH_BYTES) return undefined;
      const wanted = this.#take(LENGTH_BYTES).readUInt32BE();
      if (wanted > this.maximumBytes)
        throw new FrameRefused(`a frame of ${wanted} bytes is longer than the ${this.maximumBytes} that are allowed`);
      this.#wanted = wanted;
    }
    if (this.#bytes < this.#wanted) return undefined;
    const frame = this.#take(this.#wanted);
    this.#wanted = undefined;
    return frame;
  }

  #take(length: number): Buffer {
    const [first] = this.#pieces;
    this.#bytes -= length;
    if (first && first.length > length) {
      this.#pieces[0] = first.subarray(length);
      return Buffer.from(first.buffer, first.byteOffset, length);
    }
    const taken: Uint8Array[] = [];
    let missing = length;
    let used = 0;
    for (const piece of this.#pieces) {
      if (missing < piece.length) break;
      taken.push(piece);
      missing -= piece.length;
      used++;
    }
    this.#pieces.splice(0, used);
    const [rest] = this.#pieces;
    if (missing > 0 && rest) {
      taken.push(rest.subarray(0, missing));
      this.#pieces[0] = rest.subarray(missing);
    }
    const [only] = taken;
    return taken.length === 1 && only
      ? Buffer.from(only.buffer, only.byteOffset, only.length)
      : Buffer.concat(taken, length);
  }
}
