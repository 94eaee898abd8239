import { expect, test } from "vitest";
import { withoutDocs } from "../live-docs.ts";
import type { ColumnDirectory, SegmentData } from "../format.ts";
import { MemoryPool } from "../memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../memory-segment-builder.ts";
import { mergeSegments } from "../merge.ts";
import { numbersFrom } from "../../testing/segment/segment-model.ts";
import { StoredGraph } from "./graph-sections.ts";
import { MOST_NODES } from "./node-similarities.ts";
import { lacksGraph, LEAST_GRAPH_VECTORS } from "./write-vectors.ts";

const DIMS = 4;
const LINKS = 4;
const pool = new MemoryPool(64 << 20);
const next = numbersFrom(3);
let seqNo = 0;

/** Documents of which some have no vector, and some the same. */
function built(count: number): SegmentData {
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  const vectors = {
    element: "float" as const,
    dims: DIMS,
    similarity: "l2_norm" as const,
    graph: { links: LINKS, candidates: 20 },
  };
  const field = builder.field({ name: "v", terms: undefined, norms: false, column: "vector", vectors });
  for (let doc = 0; doc < count; doc++) {
    builder.start(`${seqNo}`, seqNo++, 1);
    const same = next() < 0.1;
    const vector = Float32Array.from({ length: DIMS }, () => (same ? 0.5 : next()));
    if (doc % 9 !== 8) builder.addVector(field, new Uint8Array(vector.buffer));
    builder.end(0, 0);
  }
  return builder.build(0).segment;
}

const columnOf = ({ directory }: SegmentData): ColumnDirectory => directory.fields[0]!.column!;
const merged = (...inputs: Parameters<typeof mergeSegments>[0]): SegmentData =>
  mergeSegments(inputs, { generation: 1, memory: pool.acquire(0, 1) }).segment;

/** The nodes that a walk on the ground can come to. */
function reached(segment: SegmentData): Set<number> {
  const graph = new StoredGraph(segment, columnOf(segment));
  const links = new Uint32Array(MOST_NODES);
  const known = new Set([graph.entry]);
  for (const node of known) {
    const count = graph.linksOf(node, 0, links);
    expect(count).toBeLessThanOrEqual(LINKS * 2);
    for (let i = 0; i < count; i++) known.add(links[i]!);
  }
  return known;
}

const large = Math.ceil(LEAST_GRAPH_VECTORS * 1.2);

test("the builder makes no graph, and a merge of one segment does", () => {
  const segment = built(large);
  expect([columnOf(segment).graph, lacksGraph(columnOf(segment))]).toEqual([undefined, true]);
  const column = columnOf(merged({ data: segment, live: undefined }));
  expect([column.graph === undefined, lacksGraph(column)]).toEqual([false, false]);
  const small = built(100);
  expect(lacksGraph(columnOf(small))).toBe(false);
  expect(columnOf(merged({ data: small, live: undefined })).graph).toBeUndefined();
});

test("every vector can be reached: of a new graph, of one that went on, and of one without deleted documents", () => {
  const first = merged({ data: built(large), live: undefined });
  expect(reached(first).size).toBe(columnOf(first).valueCount);
  const second = merged({ data: first, live: undefined }, { data: built(500), live: undefined });
  expect(reached(second).size).toBe(columnOf(second).valueCount);
  const dead = Array.from({ length: 300 }, (_none, at) => at * 3);
  const third = merged({ data: second, live: withoutDocs(undefined, second.directory.docCount, dead) });
  expect(reached(third).size).toBe(columnOf(third).valueCount);
  expect(columnOf(third).valueCount).toBeLessThan(columnOf(second).valueCount);
});
