/** The root's elements of a character, alone and in its contexts. */
import type { CollationMappings } from "../collation-data.ts";
import { trieEntries } from "./trie-entries.ts";
import { NO_SINGLE_MATCH, SPECIAL, TAG } from "../mapping-words.ts";
import { ElementBuffer } from "../element-buffer.ts";
import type { Element } from "./element.ts";
import { assert } from "../../../../core/assert.ts";

type Contexts = Map<string, Map<string, readonly Element[]>>;

/** Elements of a character of the root by the text before and behind it. */
export function rootContexts(base: CollationMappings, codePoint: number): Contexts {
  const contexts: Contexts = new Map();
  const word = finalWord(base, base.trie.get(codePoint));
  if (!isOf(word, TAG.prefix)) {
    contexts.set("", suffixesOf(base, codePoint, word));
    return contexts;
  }
  const start = word >>> 13;
  contexts.set("", suffixesOf(base, codePoint, contextWord(base, start)));
  for (const { text, word: own } of trieEntries(base.contexts, start + 2)) {
    contexts.set([...text].reverse().join(""), suffixesOf(base, codePoint, own));
  }
  return contexts;
}

/** Elements of a character of the root alone. */
export function rootElementsOf(base: CollationMappings, codePoint: number): readonly Element[] {
  return rootContexts(base, codePoint).get("")!.get("")!;
}

function suffixesOf(base: CollationMappings, codePoint: number, word: number): Map<string, readonly Element[]> {
  const bySuffix = new Map<string, readonly Element[]>();
  if (!isOf(word, TAG.contraction)) {
    bySuffix.set("", plainElements(base, codePoint, word));
    return bySuffix;
  }
  const start = word >>> 13;
  if ((word & NO_SINGLE_MATCH) === 0) bySuffix.set("", plainElements(base, codePoint, contextWord(base, start)));
  for (const { text, word: own } of trieEntries(base.contexts, start + 2))
    bySuffix.set(text, plainElements(base, codePoint, own));
  return bySuffix;
}

/** Elements of a word that has no contexts. */
function plainElements(base: CollationMappings, codePoint: number, given: number): Element[] {
  const buffer = new ElementBuffer();
  const word = finalWord(base, given);
  const start = word >>> 13;
  const end = start + ((word >> 8) & 31);
  if ((word & 0xff) < SPECIAL || isOf(word, TAG.longPrimary) || isOf(word, TAG.longSecondary)) {
    buffer.addWord(word);
  } else if (isOf(word, TAG.latinExpansion)) {
    buffer.addLatin(word);
  } else if (isOf(word, TAG.words)) {
    for (let index = start; index < end; index++) buffer.addWord(base.words[index]!);
  } else if (isOf(word, TAG.elements)) {
    for (let index = start; index < end; index++) buffer.add(base.primaries[index]!, base.lowers[index]!);
  } else if (isOf(word, TAG.offset)) {
    buffer.addOffset(base, codePoint, start);
  } else {
    assert(isOf(word, TAG.implicit), "a mapping of the root has elements");
    buffer.addUnassigned(codePoint);
  }
  return Array.from({ length: buffer.count }, (_, index) => ({
    primary: buffer.primaries[index]!,
    lower: buffer.lowers[index]!,
  }));
}

/** The word behind that of a digit, or of U+0000. */
function finalWord(base: CollationMappings, word: number): number {
  if (isOf(word, TAG.digit)) return base.words[word >>> 13]!;
  return isOf(word, TAG.zero) ? base.words[0]! : word;
}

function isOf(word: number, tag: number): boolean {
  return (word & 0xff) >= SPECIAL && (word & 0xf) === tag;
}

function contextWord({ contexts }: CollationMappings, at: number): number {
  return (contexts[at]! << 16) | contexts[at + 1]!;
}
