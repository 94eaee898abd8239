/** Transforms to the forms of Unicode's normalization, and to two weaker ones that need less work: FCD and FCC. */
import { combiningClass } from "./combining-class.ts";
import { replacingStep, type TransformStep } from "./transform.ts";
import type { TransformText } from "./transform-text.ts";

/** Units below these are in the form already, whatever stands around them. */
const firstChanged = { NFC: 0x300, NFD: 0xc0, NFKC: 0xa0, NFKD: 0xa0 } as const;

/** Any-NFC and its like. */
export function normalizationStep(form: keyof typeof firstChanged): TransformStep {
  const first = firstChanged[form];
  return {
    apply(text) {
      if (isBelow(text, first)) return;
      const from = text.slice(text.start, text.limit);
      const to = from.normalize(form);
      if (to !== from) text.replaceRun(to);
    },
  };
}

function isBelow(text: TransformText, first: number): boolean {
  for (let at = text.start; at < text.limit; at++) if (text.unitAt(at) >= first) return false;
  return true;
}

/** Any-FCD: decomposes only where marks do not stand in order. */
export const fcdStep: TransformStep = replacingStep((text) => clusters(text).map(inOrder).join(""));

/** Any-FCC: composes only what stands side by side. */
export const fccStep: TransformStep = replacingStep((text) => clusters(text).map(composedSideBySide).join(""));

/** A text in parts, each of which begins with a character whose decomposition begins with one that does not combine. */
function clusters(text: string): string[] {
  const parts: string[] = [];
  for (const character of text) {
    if (parts.length === 0 || combiningClass(character.normalize("NFD").codePointAt(0)!) === 0) parts.push(character);
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/**
 * What stands in order before the first mark that does not stays as it is, but for a character that ends in a mark
 * itself.
 */
function inOrder(cluster: string): string {
  let before = 0;
  let kept = 0;
  let at = 0;
  for (const character of cluster) {
    const decomposed = [...character.normalize("NFD")];
    const first = combiningClass(decomposed[0]!.codePointAt(0)!);
    if (first !== 0 && before > first) return cluster.slice(0, kept) + cluster.slice(kept).normalize("NFD");
    before = combiningClass(decomposed.at(-1)!.codePointAt(0)!);
    at += character.length;
    if (before <= 1) kept = at;
  }
  return cluster;
}

function composedSideBySide(cluster: string): string {
  const [first, ...marks] = cluster.normalize("NFD");
  let composed = first!;
  let behind = "";
  for (const mark of marks) {
    const pair = (composed + mark).normalize("NFC");
    if (behind === "" && String.fromCodePoint(pair.codePointAt(0)!) === pair) composed = pair;
    else behind += mark;
  }
  return composed + behind;
}
