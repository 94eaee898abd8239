/**
 * A cache of values built from large files: analyzers of many indices share them, so each is built once per thread
 * while anyone holds it.
 */

interface Held<Made> {
  readonly files: readonly Uint8Array[];
  readonly made: Made;
}

/**
 * Builds a value from the bytes of files, or returns the one built before from equal bytes. Callers must hold the whole
 * result.
 */
export function heldByBytes<Files extends readonly Uint8Array[], Made>(
  make: (...files: Files) => Made,
): (...files: Files) => Held<Made> {
  const known: WeakRef<Held<Made>>[] = [];
  return (...files) => {
    for (let at = known.length - 1; at >= 0; at--) {
      const found = known[at]!.deref();
      if (!found) known.splice(at, 1);
      else if (found.files.every((file, index) => Buffer.compare(file, files[index]!) === 0)) return found;
    }
    const held = { files, made: make(...files) };
    known.push(new WeakRef(held));
    return held;
  };
}
