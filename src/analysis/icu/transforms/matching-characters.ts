/** All characters that a class of a regular expression matches. */
import { CodePointSet } from "./code-point-set.ts";

/**
 * Code point ranges whose characters have individual properties. In the rest of each plane only noncharacters differ.
 */
const stretches: readonly (readonly [first: number, last: number])[] = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
  [0x10000, 0x3ffff],
  [0xe0000, 0xe0fff],
];

/** Ranges in which all characters are alike: surrogates, empty planes, and private use planes. */
const uniform: readonly (readonly [first: number, last: number])[] = [
  [0xd800, 0xdfff],
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].map((plane) => [plane << 16, (plane << 16) + 0xfffd] as const),
  [0xe1000, 0xefffd],
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map(
    (plane) => [(plane << 16) + 0xfffe, (plane << 16) + 0xffff] as const,
  ),
];

let texts: readonly string[] | undefined;

/** Cache; the number of properties is limited. */
const known = new Map<string, CodePointSet>();

/**
 * The set for the content of a character class, with flag `u` only. It is cached, so call it only with classes from
 * code.
 */
export function matching(classes: string): CodePointSet {
  let found = known.get(classes);
  if (!found) known.set(classes, (found = find(classes)));
  return found;
}

function find(classes: string): CodePointSet {
  texts ??= stretches.map(([first, last]) => textOf(first, last));
  const ranges: (readonly [number, number])[] = [];
  const runs = new RegExp(`[${classes}]+`, "gu");
  for (const [number, text] of texts.entries()) {
    const begin = stretches[number]![0];
    const units = begin > 0xffff ? 2 : 1;
    for (const { index, 0: run } of text.matchAll(runs)) {
      const first = begin + index / units;
      ranges.push([first, first + run.length / units - 1]);
    }
  }
  const one = new RegExp(`^[${classes}]$`, "u");
  for (const range of uniform) if (one.test(String.fromCodePoint(range[0]))) ranges.push(range);
  return CodePointSet.ranges(ranges);
}

/** All characters from one to another. */
function textOf(first: number, last: number): string {
  let text = "";
  for (let from = first; from <= last; from += 4096) {
    text += String.fromCodePoint(
      ...Array.from({ length: Math.min(4096, last + 1 - from) }, (_, index) => from + index),
    );
  }
  return text;
}
