/** What work by query writes for documents that were found: the same on the thread of writes and where it is asked. */
import { illegalArgument } from "../../compat/errors.ts";
import type { VersionType, WriteItem, WriteResult } from "../documents.ts";
import { foundAt, type FoundDocuments, type FoundHit } from "./found-documents.ts";

/** Where documents are copied to. */
export interface Destination {
  readonly index: string;
  readonly kind: "index" | "create";
  /** Undefined: whatever version there is. */
  readonly versionType: VersionType | undefined;
  /** `keep`, `discard`, or `=` and the routing of all. */
  readonly routing: string;
  readonly pipeline: string | undefined;
  readonly requireAlias: boolean;
}

/** What becomes of each of them. Plain data. */
export type FoundWrite =
  | { readonly kind: "delete" }
  /** It is written once more, as it is. */
  | { readonly kind: "rewrite"; readonly pipeline: string | undefined }
  | { readonly kind: "copy"; readonly destination: Destination };

/** What came of the writes. Plain data. */
export interface FoundWritten {
  readonly updated: number;
  readonly created: number;
  readonly deleted: number;
  readonly noops: number;
  /** The indices that were written to. */
  readonly indices: readonly string[];
  /** What was not done, by place among the documents. */
  readonly failures: readonly { readonly at: number; readonly result: Extract<WriteResult, { ok: false }> }[];
}

/** Throws 400 where a source is needed that was not kept. */
export function itemsOfFound(found: FoundDocuments, write: FoundWrite): WriteItem[] {
  const items: WriteItem[] = [];
  for (let at = 0; at < found.ids.length; at++) items.push(itemOf(foundAt(found, at), write));
  return items;
}

function itemOf(hit: FoundHit, write: FoundWrite): WriteItem {
  switch (write.kind) {
    case "delete":
      return deletedItem(hit);
    case "rewrite":
      return rewrittenItem(hit, sourceOf(hit), write.pipeline);
    case "copy":
      return copiedItem(hit, write.destination);
  }
}

/** Whatever changed meanwhile is a conflict. */
export function deletedItem(hit: FoundHit): WriteItem {
  return { kind: "delete", index: hit.index, id: hit.id, options: asFound(hit) };
}

/** The same for a document that is written again. */
export function rewrittenItem(hit: FoundHit, source: Uint8Array, pipeline: string | undefined): WriteItem {
  return { kind: "index", index: hit.index, id: hit.id, source, options: asFound(hit), pipeline };
}

export function copiedItem(hit: FoundHit, destination: Destination): WriteItem {
  const { kind, index, versionType, pipeline, requireAlias } = destination;
  const version = versionType === undefined ? undefined : hit.version;
  const options = { routing: routingOf(hit, destination), version, versionType };
  return { kind, index, id: hit.id, source: sourceOf(hit), options, pipeline, requireAlias };
}

/** The document, to be written again. Throws 400 where none was kept. */
export function sourceOf({ index, id, source }: FoundHit): Uint8Array {
  if (source === undefined) throw illegalArgument(`[${index}][${id}] didn't store _source`);
  return source;
}

function asFound({ routing, seqNo: ifSeqNo, primaryTerm: ifPrimaryTerm }: FoundHit): WriteItem["options"] {
  return { routing, ifSeqNo, ifPrimaryTerm };
}

function routingOf(hit: FoundHit, { routing }: Destination): string | undefined {
  if (routing === "keep") return hit.routing;
  return routing === "discard" ? undefined : routing.slice(1) || undefined;
}

/** What results come to. */
export function countWritten(results: readonly WriteResult[]): FoundWritten {
  const counts = { created: 0, updated: 0, deleted: 0, not_found: 0, noop: 0 };
  const indices = new Set<string>();
  const failures: { at: number; result: Extract<WriteResult, { ok: false }> }[] = [];
  let before: string | undefined;
  for (let at = 0; at < results.length; at++) {
    const result = results[at]!;
    if (!result.ok) {
      failures.push({ at, result });
      continue;
    }
    counts[result.result]++;
    if (result.index !== before) indices.add((before = result.index));
  }
  const { created, updated, noop: noops } = counts;
  // A document that is to go may be gone already.
  const deleted = counts.deleted + counts.not_found;
  return { created, updated, deleted, noops, indices: [...indices], failures };
}
