/** Merges the fields of one scope one by one: presence, norms, terms, column. */
import { countBits, wordsFor } from "../bits.ts";
import type { FieldDirectory, Section } from "../format.ts";
import { isLive } from "../live-docs.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { mergeColumn } from "./merge-column.ts";
import { u32, u8 } from "./merge-part.ts";
import type { MergeParts } from "./merge-part.ts";
import { mergeTerms } from "./merge-terms.ts";

/** Merges all fields that a live document has. */
export function mergeFields(merge: MergeParts, allocator: SectionAllocator, checkpoint: () => void): FieldDirectory[] {
  const names = new Set(merge.parts.flatMap((part) => [...part.fields.keys()]));
  const fields: FieldDirectory[] = [];
  for (const name of names) {
    const field = mergeField(name, merge, allocator, checkpoint);
    if (field) fields.push(field);
  }
  return fields;
}

/** Merges the field `name`; undefined when no live document has it. */
function mergeField(
  name: string,
  merge: MergeParts,
  allocator: SectionAllocator,
  checkpoint: () => void,
): FieldDirectory | undefined {
  checkpoint();
  const presence = mergePresence(name, merge);
  const docsWithField = countBits(presence);
  if (docsWithField === 0) return undefined;
  const directory: { -readonly [key in keyof FieldDirectory]: FieldDirectory[key] } = { name, docsWithField };
  if (docsWithField < merge.docCount) directory.presence = allocator.copy(presence);
  const norms = mergeNorms(name, merge, allocator);
  if (norms) directory.norms = norms;
  const mapOrdinals = merge.parts.some((part) => part.fields.get(name)?.column && part.fields.get(name)?.terms);
  const terms = mergeTerms({
    field: name,
    merge,
    allocator,
    norms: norms && allocator.u8(norms),
    mapOrdinals,
    checkpoint,
  });
  if (terms) directory.terms = terms.directory;
  checkpoint();
  const column = mergeColumn({
    field: name,
    merge,
    allocator,
    presence,
    present: docsWithField,
    ordinals: terms?.ordinals ?? [],
    terms: terms?.directory.count ?? 0,
    checkpoint,
  });
  if (column) directory.column = column;
  return directory;
}

function mergePresence(name: string, merge: MergeParts): Uint32Array {
  const merged = new Uint32Array(wordsFor(merge.docCount));
  for (const part of merge.parts) {
    const field = part.fields.get(name);
    if (!field) continue;
    const presence = field.presence && u32(part.data, field.presence);
    for (let doc = 0; doc < part.docCount; doc++) {
      const to = part.map[doc]!;
      if (to >= 0 && isLive(presence, doc)) merged[to >>> 5]! |= 1 << (to & 31);
    }
  }
  return merged;
}

function mergeNorms(name: string, merge: MergeParts, allocator: SectionAllocator): Section | undefined {
  if (!merge.parts.some((part) => part.fields.get(name)?.norms)) return undefined;
  const section = allocator.section(merge.docCount);
  const merged = allocator.u8(section);
  for (const part of merge.parts) {
    const norms = part.fields.get(name)?.norms;
    if (!norms) continue;
    const from = u8(part.data, norms);
    for (let doc = 0; doc < part.docCount; doc++) {
      const to = part.map[doc]!;
      if (to >= 0) merged[to] = from[doc]!;
    }
  }
  return section;
}
