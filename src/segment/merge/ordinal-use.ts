/** Which terms of a field without postings are used by live documents, read from its ordinals column. */
import { isLive } from "../live-docs.ts";
import { wordsFor } from "../bits.ts";
import type { MergePart } from "./merge-part.ts";
import { u32 } from "./merge-part.ts";
import { columnView } from "./merge-column.ts";

/** Used terms, as a bit set of ordinals, and the number of live documents with at least one. */
export interface OrdinalUse {
  readonly ordinals: Uint32Array;
  readonly docs: number;
}

/** Scans the column of `field`; undefined when the part has none, so that no term is used. */
export function ordinalUse(part: MergePart, field: string): OrdinalUse | undefined {
  const directory = part.fields.get(field);
  const column = directory?.column;
  if (!column || !directory.terms) return undefined;
  const values = columnView(part.data, column);
  const starts = column.starts && u32(part.data, column.starts);
  const presence = directory.presence && u32(part.data, directory.presence);
  const ordinals = new Uint32Array(wordsFor(directory.terms.count));
  let docs = 0;
  for (let doc = 0; doc < part.docCount; doc++) {
    if (part.map[doc]! < 0 || !isLive(presence, doc)) continue;
    const from = starts ? starts[doc]! : doc;
    const to = starts ? starts[doc + 1]! : doc + 1;
    if (from < to) docs++;
    for (let i = from; i < to; i++) {
      const ordinal = Number(values[i]);
      ordinals[ordinal >>> 5]! |= 1 << (ordinal & 31);
    }
  }
  return { ordinals, docs };
}
