/** Makes a segment again from the sealed records, when its file is damaged: segments are a cache of the log. */
import { SEALED_FILE, type SegmentData } from "../../segment/format.ts";
import type { Operation } from "../../store/operation-log.ts";
import { documentInput } from "../write/document-input.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";

/**
 * Indexes the live documents among `operations`, in order. The documents' records are sealed, so they have no place in
 * the log. Undefined when nothing lives.
 */
export function rebuildSegment(
  parts: EngineDependencies,
  operations: Iterable<Operation>,
  isLive: (operation: Operation) => boolean,
  generation: number,
): SegmentData | undefined {
  const builder = parts.newBuilder();
  for (const operation of operations) {
    if (operation.kind !== "index" || !isLive(operation)) continue;
    builder.start(operation.id, operation.seqNo, operation.primaryTerm);
    parts.index.parser.index(documentInput(operation), builder);
    builder.end(SEALED_FILE, 0);
  }
  return builder.docCount > 0 ? parts.arenas.settle(builder.build(generation).segment) : undefined;
}
