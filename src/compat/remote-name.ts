/**
 * Whether a part of an index expression names indices of another cluster (`remote:index`): date maths may have colons
 * of its own, and `index::failures` is an index of this one.
 */
export function isRemoteName(part: string): boolean {
  const colon = part.indexOf(":");
  return colon > 0 && part[colon + 1] !== ":" && !part.startsWith("<") && !part.startsWith("-<");
}
