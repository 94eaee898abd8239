/** How alike two words are, as float32: 1 for the same, 0 for nothing in common (Lucene's StringDistance). */
const { fround } = Math;

/** The similarity of a candidate to a word. */
type Similarity = (word: string, candidate: string) => number;

/** By documented name; `internal` is what the search for candidates computes itself. */
export const distances = {
  internal: undefined,
  damerau_levenshtein: damerauLevenshtein,
  levenshtein,
  jaro_winkler: jaroWinkler,
  ngram,
} satisfies Record<string, Similarity | undefined>;

export type DistanceName = keyof typeof distances;

/** Lucene's LuceneLevenshteinDistance: code points, swaps of neighbours count once, by the shorter word. */
function damerauLevenshtein(word: string, candidate: string): number {
  const [one, other] = [Array.from(word), Array.from(candidate)];
  if (one.length === 0 || other.length === 0)
    return one.length === other.length ? 0 : Math.max(one.length, other.length);
  return fround(1 - fround(editsOf(one, other, true) / Math.min(one.length, other.length)));
}

/** Lucene's LevenshteinDistance: UTF-16 units, by the longer word. */
function levenshtein(word: string, candidate: string): number {
  const [one, other] = [word.split(""), candidate.split("")];
  if (one.length === 0 || other.length === 0) return one.length === other.length ? 1 : 0;
  return fround(1 - fround(editsOf(one, other, false) / Math.max(one.length, other.length)));
}

function editsOf(one: readonly string[], other: readonly string[], swaps: boolean): number {
  let before = new Int32Array(other.length + 1);
  let last = Int32Array.from(before, (_zero, column) => column);
  let row = new Int32Array(other.length + 1);
  for (let i = 1; i <= one.length; i++) {
    row[0] = i;
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwap = swaps && i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) least = Math.min(least, before[j - 2]! + cost);
      row[j] = least;
    }
    [before, last, row] = [last, row, before];
  }
  return last[other.length]!;
}

/** Above this, words with the same beginning are more alike. */
const WINKLER_THRESHOLD = fround(0.7);
const WINKLER_SCALE = fround(0.1);

function jaroWinkler(word: string, candidate: string): number {
  const { matches, swaps, prefix, longer } = jaroMatches(word, candidate);
  if (matches === 0) return 0;
  const parts = fround(fround(matches / word.length) + fround(matches / candidate.length));
  const jaro = fround(fround(parts + fround((matches - swaps) / matches)) / 3);
  if (jaro < WINKLER_THRESHOLD) return jaro;
  const scale = Math.min(WINKLER_SCALE, fround(1 / longer));
  return fround(jaro + fround(fround(scale * prefix) * fround(1 - jaro)));
}

function jaroMatches(
  word: string,
  candidate: string,
): { matches: number; swaps: number; prefix: number; longer: number } {
  const [long, short] = word.length > candidate.length ? [word, candidate] : [candidate, word];
  const range = Math.max(Math.floor(long.length / 2) - 1, 0);
  const taken = new Uint8Array(long.length);
  const ofShort: string[] = [];
  for (let at = 0; at < short.length; at++) {
    const end = Math.min(at + range + 1, long.length);
    for (let there = Math.max(at - range, 0); there < end; there++) {
      if (taken[there] === 1 || short[at] !== long[there]) continue;
      taken[there] = 1;
      ofShort.push(short[at]!);
      break;
    }
  }
  const ofLong = long.split("").filter((_unit, at) => taken[at] === 1);
  const differing = ofShort.filter((unit, at) => unit !== ofLong[at]).length;
  let prefix = 0;
  while (prefix < short.length && word[prefix] === candidate[prefix]) prefix++;
  return { matches: ofShort.length, swaps: Math.floor(differing / 2), prefix, longer: long.length };
}

/** Lucene's NGramDistance of two units: the beginning counts more, by a unit that stands before both words. */
function ngram(word: string, candidate: string): number {
  const longer = Math.max(word.length, candidate.length);
  if (word.length === 0 || candidate.length === 0) return word.length === candidate.length ? 1 : 0;
  if (word.length < 2 || candidate.length < 2) return fround((word[0] === candidate[0] ? 1 : 0) / longer);
  let last = Float32Array.from({ length: word.length + 1 }, (_zero, at) => at);
  let row = new Float32Array(word.length + 1);
  for (let j = 1; j <= candidate.length; j++) {
    row[0] = j;
    for (let i = 1; i <= word.length; i++) {
      const cost = pairCost(word, i, candidate, j);
      row[i] = Math.min(Math.min(row[i - 1]! + 1, last[i]! + 1), last[i - 1]! + cost);
    }
    [last, row] = [row, last];
  }
  return fround(1 - fround(last[word.length]! / longer));
}

/** The part of a pair that differs; the unit before both words is not counted. */
function pairCost(word: string, i: number, candidate: string, j: number): number {
  const differs = word[i - 1] === candidate[j - 1] ? 0 : 1;
  if (i === 1 && j === 1) return differs;
  const before = i > 1 && j > 1 && word[i - 2] === candidate[j - 2] ? 0 : 1;
  return fround((differs + before) / 2);
}
