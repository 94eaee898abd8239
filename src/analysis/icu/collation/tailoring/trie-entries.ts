/** All texts of a trie with their words: see `unit-trie.ts` for its form. */
import type { ContextEntry } from "./context-trie.ts";

const LINEAR = 0x30;
const WITH_VALUE = 0x40;
const FINAL = 0x8000;
const LINEAR_BRANCH = 5;

/** The texts of the trie that begins at `start`. */
export function trieEntries(units: Uint16Array, start: number): ContextEntry[] {
  const entries: ContextEntry[] = [];
  walkNode(units, start, "", entries);
  return entries;
}

function walkNode(units: Uint16Array, start: number, text: string, entries: ContextEntry[]): void {
  let at = start;
  let node = units[at++]!;
  if (node >= WITH_VALUE) {
    const isFinal = (node & FINAL) !== 0;
    const [word, width] = isFinal ? valueOf(units, at, node & 0x7fff) : nodeValueOf(units, at, node);
    entries.push({ text, word });
    if (isFinal) return;
    at += width;
    node &= 0x3f;
  }
  if (node >= LINEAR) {
    const length = node - LINEAR + 1;
    walkNode(units, at + length, text + String.fromCharCode(...units.subarray(at, at + length)), entries);
    return;
  }
  if (node === 0) node = units[at++]!;
  walkBranch(units, at, node + 1, text, entries);
}

function walkBranch(units: Uint16Array, start: number, count: number, text: string, entries: ContextEntry[]): void {
  let at = start;
  let length = count;
  while (length > LINEAR_BRANCH) {
    at++;
    const delta = units[at++]!;
    const [distance, width] =
      delta < 0xfc00
        ? [delta, 0]
        : delta === 0xffff
          ? [units[at]! * 0x10000 + units[at + 1]!, 2]
          : [((delta - 0xfc00) << 16) | units[at]!, 1];
    at += width;
    walkBranch(units, at + distance, length >> 1, text, entries);
    length -= length >> 1;
  }
  for (; length > 1; length--) {
    const unit = String.fromCharCode(units[at++]!);
    const lead = units[at++]!;
    const [word, width] = valueOf(units, at, lead & 0x7fff);
    at += width;
    if ((lead & FINAL) !== 0) entries.push({ text: text + unit, word });
    else walkNode(units, at + word, text + unit, entries);
  }
  walkNode(units, at + 1, text + String.fromCharCode(units[at]!), entries);
}

/** A value behind its first unit, and how many units more it takes. */
function valueOf(units: Uint16Array, at: number, lead: number): readonly [number, number] {
  if (lead < 0x4000) return [lead, 0];
  return lead < 0x7fff ? [((lead - 0x4000) << 16) | units[at]!, 1] : [(units[at]! << 16) | units[at + 1]!, 2];
}

function nodeValueOf(units: Uint16Array, at: number, lead: number): readonly [number, number] {
  if (lead < 0x4040) return [(lead >> 6) - 1, 0];
  return lead < 0x7fc0
    ? [(((lead & 0x7fc0) - 0x4040) << 10) | units[at]!, 1]
    : [(units[at]! << 16) | units[at + 1]!, 2];
}
