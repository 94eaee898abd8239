/** `indices.segments`: the segments of shards. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { indexSetting } from "../../cluster/index-settings.ts";
import type { SegmentStats } from "../../documents/documents.ts";
import { humanized } from "../requests/humanize.ts";
import { type IndexHealth, indexHealthWithStats } from "../stats/index-health.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import type { Services, Operation } from "../operation.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

/** The Lucene version that 8.19.0 names; segments are of our own format, clients only show it. */
export const SEGMENT_VERSION = "9.12.2";

export const segments: Operation = {
  name: "indices.segments",
  actions: ["indices:monitor/segments"],

  async handle(request, services) {
    const { parameters } = request;
    const resolved = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, SEARCHED_INDICES),
      "monitor",
    );
    checkIndexBlocks(
      resolved.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const indices = await indexHealthWithStats(
      services,
      resolved.map(({ metadata }) => metadata),
    );
    const shown = Object.fromEntries(
      indices.map((index) => [index.metadata.name, { shards: shardsOf(services, index) }]),
    );
    return { status: 200, body: humanized({ _shards: shardsAnswer(resolved), indices: shown }, request.render.human) };
  },
};

/** `_a` for generation 10, as the original names segments. */
export function segmentName(generation: number): string {
  return `_${generation.toString(36)}`;
}

function shardsOf(services: Services, index: IndexHealth): object {
  const codec = indexSetting(index.metadata.settings, "index.codec");
  const mode = codec === "best_compression" ? "BEST_COMPRESSION" : "BEST_SPEED";
  return Object.fromEntries(
    index.shards.flatMap(({ shard, stats }) => {
      if (!stats) return [];
      const copy = {
        routing: { state: stats.state, primary: true, node: services.info.id },
        num_committed_segments: stats.segments.filter((segment) => segment.committed).length,
        num_search_segments: stats.segments.filter((segment) => segment.search).length,
        segments: Object.fromEntries(
          stats.segments.map((segment) => [segmentName(segment.generation), shownSegment(segment, mode)]),
        ),
      };
      return [[String(shard), [copy]]];
    }),
  );
}

function shownSegment(segment: SegmentStats, mode: string): object {
  return {
    generation: segment.generation,
    num_docs: segment.docs,
    deleted_docs: segment.deleted,
    size_in_bytes: segment.bytes,
    committed: segment.committed,
    search: segment.search,
    version: SEGMENT_VERSION,
    compound: true,
    attributes: { "Lucene90StoredFieldsFormat.mode": mode },
  };
}
