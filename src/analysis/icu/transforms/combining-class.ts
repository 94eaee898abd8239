/** Combining classes of characters, determined from how JavaScript's normalization reorders them. */

/**
 * A character of each class: classes and code points (Unicode Character Database, DerivedCombiningClass.txt, Unicode
 * License).
 */
const markOfClass =
  "1=334 6=16ff0 7=93c 8=3099 9=94d 10=5b0 11=5b1 12=5b2 13=5b3 14=5b4 15=5b5 16=5b6 17=5b7 18=5b8 19=5b9 20=5bb 21=5bc 22=5bd 23=5bf 24=5c1 25=5c2 " +
  "26=fb1e 27=64b 28=64c 29=64d 30=618 31=619 32=61a 33=651 34=652 35=670 36=711 84=c55 91=c56 103=e38 107=e48 118=eb8 122=ec8 129=f71 130=f72 132=f74 " +
  "202=321 214=1dce 216=31b 218=302a 220=316 222=59a 224=302e 226=1d16d 228=5ae 230=300 232=315 233=35c 234=35d 240=345";

const references = markOfClass.split(" ").map((pair) => {
  const [number, codePoint] = pair.split("=");
  return { combiningClass: Number(number), mark: String.fromCodePoint(Number.parseInt(codePoint!, 16)) };
});
const first = references[0]!;
const last = references.at(-1)!;
const mark = /^\p{M}$/u;
const known = new Map<number, number>();

/** The canonical combining class of a code point; 0 for one that does not combine. */
export function combiningClass(codePoint: number): number {
  if (codePoint < 0x300) return 0;
  let found = known.get(codePoint);
  if (found === undefined) {
    found = findClass(String.fromCodePoint(codePoint));
    known.set(codePoint, found);
  }
  return found;
}

function findClass(character: string): number {
  if (!mark.test(character)) return 0;
  if (!changesPlaces(last.mark, character) && !changesPlaces(character, first.mark)) return 0;
  // A mark moves before marks of higher classes, and stays after those of its own and lower classes.
  let low = 0;
  let high = references.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (changesPlaces(references[middle]!.mark, character)) high = middle;
    else low = middle;
  }
  return references[low]!.combiningClass;
}

function changesPlaces(left: string, right: string): boolean {
  return (left + right).normalize("NFD") !== left.normalize("NFD") + right.normalize("NFD");
}
