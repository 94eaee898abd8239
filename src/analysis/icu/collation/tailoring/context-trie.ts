/**
 * Writes tries of texts in the form that `unit-trie.ts` reads. They are not as small as ICU's, but found by the same
 * steps.
 */

/** A text with its word. */
export interface ContextEntry {
  readonly text: string;
  readonly word: number;
}

/** Branches with more units are divided in halves. */
const LINEAR_BRANCH = 5;

/** Units that one node compares at most. */
const LONGEST_RUN = 16;

/** The units of a trie; texts are none of them twice, and not empty. */
export function contextTrie(entries: readonly ContextEntry[]): number[] {
  const sorted = [...entries].sort((one, other) => (one.text < other.text ? -1 : 1));
  return nodeOf(sorted, 0);
}

function nodeOf(entries: readonly ContextEntry[], depth: number): number[] {
  const [first, ...further] = entries;
  if (!first || first.text.length > depth) return innerOf(entries, depth);
  if (further.length === 0) return finalValue(first.word);
  const [lead, ...rest] = innerOf(further, depth);
  return [0x7fc0 | lead!, first.word >>> 16, first.word & 0xffff, ...rest];
}

function innerOf(entries: readonly ContextEntry[], depth: number): number[] {
  const first = entries[0]!.text;
  const last = entries.at(-1)!.text;
  let run = 0;
  while (
    run < LONGEST_RUN &&
    depth + run < first.length &&
    first.charCodeAt(depth + run) === last.charCodeAt(depth + run)
  )
    run++;
  if (run > 0) {
    const units = Array.from({ length: run }, (_, index) => first.charCodeAt(depth + index));
    return [0x30 + run - 1, ...units, ...nodeOf(entries, depth + run)];
  }
  const groups = groupsAt(entries, depth);
  const count = groups.length - 1;
  return [...(count < 0x30 ? [count] : [0, count]), ...branchOf(groups, depth)];
}

/** Entries with the same unit at a place, in the order of the units. */
function groupsAt(entries: readonly ContextEntry[], depth: number): ContextEntry[][] {
  const groups: ContextEntry[][] = [];
  let before = -1;
  for (const entry of entries) {
    const unit = entry.text.charCodeAt(depth);
    if (unit === before) groups.at(-1)!.push(entry);
    else groups.push([entry]);
    before = unit;
  }
  return groups;
}

function branchOf(groups: readonly ContextEntry[][], depth: number): number[] {
  const unitOf = (group: readonly ContextEntry[]): number => group[0]!.text.charCodeAt(depth);
  if (groups.length > LINEAR_BRANCH) {
    const half = groups.length >> 1;
    const higher = branchOf(groups.slice(half), depth);
    return [
      unitOf(groups[half]!),
      0xfc00 + (higher.length >>> 16),
      higher.length & 0xffff,
      ...higher,
      ...branchOf(groups.slice(0, half), depth),
    ];
  }
  const nodes = groups.map((group) => nodeOf(group, depth + 1));
  const last = nodes.at(-1)!;
  // Values stand behind their unit, other nodes behind the last one.
  const isValue = (index: number): boolean =>
    groups[index]!.length === 1 && groups[index]![0]!.text.length === depth + 1;
  let headLength = 1;
  for (let index = 0; index < groups.length - 1; index++) headLength += isValue(index) ? 4 : 3;
  const head: number[] = [];
  const behind: number[] = [];
  for (let index = 0; index < groups.length - 1; index++) {
    head.push(unitOf(groups[index]!));
    if (isValue(index)) {
      head.push(...nodes[index]!);
      continue;
    }
    const delta = headLength + last.length + behind.length - (head.length + 2);
    head.push(0x4000 + (delta >>> 16), delta & 0xffff);
    behind.push(...nodes[index]!);
  }
  return [...head, unitOf(groups.at(-1)!), ...last, ...behind];
}

function finalValue(word: number): number[] {
  return [0xffff, word >>> 16, word & 0xffff];
}
