/** Merges nested documents: they follow their parents, and are dropped with them. */
import type { NestedScope, Section } from "../format.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { mergeFields } from "./merge-field.ts";
import { u32 } from "./merge-part.ts";
import type { MergePart, MergeParts } from "./merge-part.ts";

/** Input of the merge of one nested scope: each part's directory of it, and the merged parents. */
interface SpaceMerge {
  /** By part; undefined where the part has no such nested documents. */
  readonly spaces: readonly (NestedScope | undefined)[];
  readonly parents: MergeParts;
}

/** Merges the nested scopes that have live documents, each after that of its parents. */
export function mergeSpaces(documents: MergeParts, allocator: SectionAllocator, checkpoint: () => void): NestedScope[] {
  const merged = new Map<string, MergeParts>([["", documents]]);
  const spaces: NestedScope[] = [];
  for (const [path, parentPath] of pathsOf(documents)) {
    checkpoint();
    const parents = merged.get(parentPath);
    // No parent is live, so no child is.
    if (!parents) continue;
    const task = { spaces: documents.parts.map((part) => spaceOf(part, path)), parents };
    const counts = childCounts(task);
    const docCount = counts[parents.docCount]!;
    if (docCount === 0) continue;
    const firstChild = allocator.copy(counts);
    const parts = task.spaces.map((space, i) => numberChildren(documents.parts[i]!, space, parents.parts[i]!, counts));
    const merge = { parts, docCount, consecutive: documents.consecutive, ascending: documents.ascending };
    merged.set(path, merge);
    spaces.push({
      path,
      parentPath,
      docCount,
      firstChild,
      parent: writeParents(counts, allocator),
      fields: mergeFields(merge, allocator, checkpoint),
    });
  }
  return spaces;
}

/** Path and parent path of each nested scope; parents come before their children in each part, and so in all. */
function pathsOf(documents: MergeParts): Map<string, string> {
  const paths = new Map<string, string>();
  for (const part of documents.parts)
    for (const space of part.data.directory.spaces ?? []) paths.set(space.path, space.parentPath);
  return paths;
}

function spaceOf(part: MergePart, path: string): NestedScope | undefined {
  return part.data.directory.spaces?.find((space) => space.path === path);
}

/** u32[parents + 1]: where the children of each merged parent start. */
function childCounts({ spaces, parents }: SpaceMerge): Uint32Array {
  const starts = new Uint32Array(parents.docCount + 1);
  parents.parts.forEach((part, i) => {
    const space = spaces[i];
    if (!space) return;
    const firstChild = u32(part.data, space.firstChild);
    for (let parent = 0; parent < part.docCount; parent++) {
      const to = part.map[parent]!;
      if (to >= 0) starts[to + 1] = firstChild[parent + 1]! - firstChild[parent]!;
    }
  });
  for (let parent = 1; parent < starts.length; parent++) starts[parent]! += starts[parent - 1]!;
  return starts;
}

/** A part's nested documents with their new numbers; `starts` gives the first child of each merged parent. */
function numberChildren(
  part: MergePart,
  space: NestedScope | undefined,
  parents: MergePart,
  starts: Uint32Array,
): MergePart {
  const { data } = part;
  if (!space) return { data, docCount: 0, map: new Int32Array(0), allLive: true, fields: new Map() };
  const map = new Int32Array(space.docCount).fill(-1);
  const firstChild = u32(data, space.firstChild);
  let living = 0;
  for (let parent = 0; parent < parents.docCount; parent++) {
    const to = parents.map[parent]!;
    if (to < 0) continue;
    const end = firstChild[parent + 1]!;
    for (let child = firstChild[parent]!, next = starts[to]!; child < end; child++) {
      map[child] = next++;
      living++;
    }
  }
  return {
    data,
    docCount: space.docCount,
    map,
    allLive: living === space.docCount,
    fields: new Map(space.fields.map((field) => [field.name, field])),
  };
}

function writeParents(starts: Uint32Array, allocator: SectionAllocator): Section {
  const parentCount = starts.length - 1;
  const section = allocator.section(starts[parentCount]! * 4);
  const parents = allocator.u32(section);
  for (let parent = 0; parent < parentCount; parent++) parents.fill(parent, starts[parent], starts[parent + 1]);
  return section;
}
