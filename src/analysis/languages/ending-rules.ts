/** Rules that replace the ending of a word, the form in which stemming algorithms are published. */

import { onFirstUse } from "../../core/on-first-use.ts";

/** Returns the stem of a word; the word itself when no rule matches. */
export type Stem = (word: string) => string;

interface EndingRule {
  readonly longerThan: number;
  readonly ending: string;
  readonly put: string;
}

/**
 * One step of an algorithm as a table. `6: ous ies>y` means: in words longer than 6 UTF-16 units, remove `ous`, and
 * replace `ies` by `y`. Only the first matching rule is applied, in the given order.
 */
export function endings(table: string): Stem {
  const byLast = onFirstUse(() => rulesByLast(table));
  return (word) => {
    const rules = byLast().get(word.charCodeAt(word.length - 1));
    if (rules === undefined) return word;
    for (const { longerThan: least, ending, put } of rules) {
      if (word.length > least && word.endsWith(ending)) return word.slice(0, word.length - ending.length) + put;
    }
    return word;
  };
}

function rulesByLast(table: string): ReadonlyMap<number, readonly EndingRule[]> {
  const byLast = new Map<number, EndingRule[]>();
  let longerThan = 0;
  for (const part of table.split(/\s+/)) {
    if (part === "") continue;
    if (part.endsWith(":")) {
      longerThan = Number(part.slice(0, -1));
      continue;
    }
    const [ending, put = ""] = part.split(">");
    const last = ending!.charCodeAt(ending!.length - 1);
    const rules = byLast.get(last) ?? [];
    rules.push({ longerThan, ending: ending!, put });
    byLast.set(last, rules);
  }
  return byLast;
}

/** Whether a word ends in one of the endings, which are separated by spaces. */
export function endsInOne(list: string): (word: string) => boolean {
  const step = endings(`0: ${list}`);
  return (word) => step(word) !== word;
}

/** A set of words separated by spaces. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ""));
}

/** Replaces single units: in `äàáâ>a ß>ss`, each unit before `>` is replaced by the text after it. */
export function unitMap(table: string): Stem {
  const map = new Map<string, string>();
  for (const part of table.split(/\s+/)) {
    const [units, put = ""] = part.split(">");
    for (const unit of units!) map.set(unit, put);
  }
  return (word) => {
    let mapped = "";
    let from = 0;
    for (let index = 0; index < word.length; index++) {
      const put = map.get(word[index]!);
      if (put === undefined) continue;
      mapped += word.slice(from, index) + put;
      from = index + 1;
    }
    return from === 0 ? word : mapped + word.slice(from);
  };
}
