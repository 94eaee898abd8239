/**
 * What is made of large files: analyzers of many indices use the same, so it is made once while anyone on the thread
 * holds it.
 */

interface Held<Made> {
  readonly files: readonly Uint8Array[];
  readonly made: Made;
}

/**
 * Makes something of the bytes of files, or answers what was made of the same before. Whoever uses it holds the whole
 * answer.
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
