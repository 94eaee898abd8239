/** Transforms to Unicode's normalization forms, and to two weaker, cheaper ones: FCD and FCC. */
import { combiningClass } from "./combining-class.ts";
import { replacingStep, type TransformStep } from "./transform.ts";
import type { TransformText } from "./transform-text.ts";

/** Units below these are already normalized, whatever their context. */
const firstChanged = { NFC: 0x300, NFD: 0xc0, NFKC: 0xa0, NFKD: 0xa0 } as const;

/** Any-NFC and the like. */
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

/** Any-FCD: decomposes only where marks are out of order. */
export const fcdStep: TransformStep = replacingStep((text) => clusters(text).map(inOrder).join(""));

/** Any-FCC: composes only adjacent characters. */
export const fccStep: TransformStep = replacingStep((text) => clusters(text).map(composedSideBySide).join(""));

/** Splits a text before each character whose decomposition begins with a non-combining character. */
function clusters(text: string): string[] {
  const parts: string[] = [];
  for (const character of text) {
    if (parts.length === 0 || combiningClass(character.normalize("NFD").codePointAt(0)!) === 0) parts.push(character);
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Characters in order before the first mark out of order stay, except one that itself ends in a mark. */
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
