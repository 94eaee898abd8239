/**
 * What is asked of all indices of a state again and again: which have an alias, and how many shards are open. It is
 * found once, and each changed table of indices has it from the one before: by the parts that differ.
 */
import { ownOf } from "../core/names.ts";
import { routingHash } from "../core/murmur3.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";

type Indices = ClusterState["indices"];

/** Names of the indices that have an alias, in the order of the state. */
type AliasPart = ReadonlyMap<string, readonly string[]>;

interface IndexTable {
  readonly openShards: number;
  /** By hash of the alias: a change copies the parts that it touches. */
  readonly aliases: readonly AliasPart[];
}

// 10,000 aliases are 20 in a part.
const PARTS = 512;
const EMPTY: AliasPart = new Map();
/** Keys of this kind come first in an object, whenever they are added. */
const IS_NUMBER = /^\d/;

const known = new WeakMap<Indices, IndexTable>();

/** The indices that have an alias, in the order of the state. */
export function aliasTargets({ indices }: Pick<ClusterState, "indices">, alias: string): IndexMetadata[] {
  const names = tableOf(indices).aliases[partOf(alias)]?.get(alias) ?? [];
  return names.flatMap((name) => ownOf(indices, name) ?? []);
}

/** Shards of open indices, with their copies; those of the server's own do not count. */
export function openShards({ indices }: Pick<ClusterState, "indices">): number {
  return tableOf(indices).openShards;
}

/** Shards of an index that count, with their copies. */
export function openShardsOf(index: IndexMetadata): number {
  return index.system || index.state === "close" ? 0 : index.numberOfShards * (1 + index.numberOfReplicas);
}

/** Must be called for indices that became others by some names. */
export function tableChanged(before: Indices, after: Indices, names: Iterable<string>): void {
  const table = known.get(before);
  if (!table) return;
  const aliases = [...table.aliases];
  let { openShards: count } = table;
  for (const name of new Set(names)) {
    const [was, is] = [ownOf(before, name), ownOf(after, name)];
    count += (is ? openShardsOf(is) : 0) - (was ? openShardsOf(was) : 0);
    if (was?.aliases === is?.aliases) continue;
    for (const alias of new Set([...Object.keys(was?.aliases ?? {}), ...Object.keys(is?.aliases ?? {})])) {
      const at = partOf(alias);
      const part = new Map(aliases[at]);
      const targets = targetsAfter(part.get(alias) ?? [], { alias, name, isNew: was === undefined }, after);
      if (targets.length > 0) part.set(alias, targets);
      else part.delete(alias);
      aliases[at] = part;
    }
  }
  known.set(after, { openShards: count, aliases });
}

/** The indices of an alias after one of them changed. */
function targetsAfter(
  targets: readonly string[],
  { alias, name, isNew }: { readonly alias: string; readonly name: string; readonly isNew: boolean },
  after: Indices,
): readonly string[] {
  const has = Object.hasOwn(ownOf(after, name)?.aliases ?? {}, alias);
  if (has === targets.includes(name)) return targets;
  if (!has) return targets.filter((target) => target !== name);
  if (targets.length === 0 || (isNew && !IS_NUMBER.test(name))) return [...targets, name];
  const all = new Set([...targets, name]);
  return Object.keys(after).filter((one) => all.has(one));
}

function tableOf(indices: Indices): IndexTable {
  let table = known.get(indices);
  if (!table) known.set(indices, (table = found(indices)));
  return table;
}

function found(indices: Indices): IndexTable {
  const aliases: Map<string, string[]>[] = [];
  let count = 0;
  for (const index of Object.values(indices)) {
    count += openShardsOf(index);
    for (const alias of Object.keys(index.aliases)) {
      const part = (aliases[partOf(alias)] ??= new Map<string, string[]>());
      const targets = part.get(alias);
      if (targets) targets.push(index.name);
      else part.set(alias, [index.name]);
    }
  }
  return { openShards: count, aliases: Array.from({ length: PARTS }, (_, at) => aliases[at] ?? EMPTY) };
}

function partOf(alias: string): number {
  return routingHash(alias) & (PARTS - 1);
}
