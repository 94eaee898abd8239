/** Typed views of a whole memory, cached for each size that it has had. */
export interface MemoryViews {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly integers: Int32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
}

const known = new WeakMap<SharedArrayBuffer, MemoryViews>();

export function memoryViews(buffer: SharedArrayBuffer): MemoryViews {
  let views = known.get(buffer);
  if (!views) {
    views = {
      bytes: new Uint8Array(buffer),
      words: new Uint32Array(buffer),
      integers: new Int32Array(buffer),
      floats: new Float32Array(buffer),
      doubles: new Float64Array(buffer),
    };
    known.set(buffer, views);
  }
  return views;
}
