/** How many bytes each field takes in the segments of a shard, by what they hold. */
import { ownOf, put } from "../../core/names.ts";
import type { FieldDirectory, NestedScope, Section, SegmentDirectory } from "../../segment/format.ts";
import { completionOfEntries } from "../../mapping/field-types/completion.ts";
import type { FieldBytes, ShardDiskUsage } from "../documents.ts";

type Counted = { -readonly [part in keyof FieldBytes]: FieldBytes[part] };

/** `sourceBytes`: of the files with the records; `storeBytes`: of all files. */
export function diskUsage(
  directories: readonly SegmentDirectory[],
  { sourceBytes, storeBytes }: { readonly sourceBytes: number; readonly storeBytes: number },
): ShardDiskUsage {
  const fields = new Map<string, Counted>();
  const of = (name: string): Counted => {
    let counted = fields.get(name);
    if (!counted) fields.set(name, (counted = nothing()));
    return counted;
  };
  for (const directory of directories) {
    const { idBytes, idOffsets, idTable, locations, seqNos, docsBySeqNo, primaryTerms } = directory;
    of("_id").invertedIndex += sum([idOffsets, idTable]);
    of("_id").storedFields += sum([idBytes]);
    of("_seq_no").docValues += sum([seqNos, docsBySeqNo]);
    of("_primary_term").docValues += sum([primaryTerms]);
    of("_source").storedFields += sum([locations]);
    for (const field of directory.fields) addField(of(field.name), field);
    for (const space of directory.spaces ?? []) addSpace(space, of);
  }
  of("_source").storedFields += sourceBytes;
  return { storeBytes, fields: [...fields] };
}

/** Bytes of completions, by the path of their field. */
export function completionBytes(directories: Iterable<SegmentDirectory>): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const { fields } of directories) {
    for (const field of fields) {
      const path = completionOfEntries(field.name);
      if (path === undefined) continue;
      const counted = nothing();
      addField(counted, field);
      put(bytes, path, (ownOf(bytes, path) ?? 0) + counted.invertedIndex + counted.docValues);
    }
  }
  return bytes;
}

function addSpace({ firstChild, parent, fields }: NestedScope, of: (name: string) => Counted): void {
  of("_nested_path").invertedIndex += sum([firstChild, parent]);
  for (const field of fields) addField(of(field.name), field);
}

function addField(counted: Counted, { terms, column, norms, presence }: FieldDirectory): void {
  for (const part of Object.values(terms ?? {})) if (isSection(part)) counted.invertedIndex += part.bytes;
  const columnBytes = Object.values(column ?? {}).reduce<number>(
    (all, part) => all + (isSection(part) ? part.bytes : 0),
    0,
  );
  if (column?.type === "vector") counted.knnVectors += columnBytes;
  else counted.docValues += columnBytes;
  counted.docValues += presence?.bytes ?? 0;
  counted.norms += norms?.bytes ?? 0;
}

function isSection(part: unknown): part is Section {
  return typeof part === "object" && part !== null && "offset" in part && "bytes" in part;
}

function sum(sections: readonly (Section | undefined)[]): number {
  return sections.reduce((bytes, section) => bytes + (section?.bytes ?? 0), 0);
}

function nothing(): Counted {
  return { invertedIndex: 0, storedFields: 0, docValues: 0, norms: 0, knnVectors: 0 };
}
