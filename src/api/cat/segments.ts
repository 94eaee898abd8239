/** `cat.segments`: the segments of every shard. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { indexHealthWithStats } from "../stats/index-health.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { SEGMENT_VERSION, segmentName } from "../indices/segments.ts";
import type { Operation } from "../operation.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { catTable } from "../stats/columns.ts";

const COLUMNS = [
  "index",
  "shard",
  "prirep",
  "ip",
  "id",
  "segment",
  "generation",
  "docs.count",
  "docs.deleted",
  "size",
  "size.memory",
  "committed",
  "searchable",
  "version",
  "compound",
];

export const catSegments: Operation = {
  name: "cat.segments",
  actions: ["cluster:monitor/state", "indices:monitor/segments"],

  async handle(request, services) {
    const { parameters } = request;
    const allowClosed = booleanParameter(parameters, "allow_closed", false);
    const options = { ...indexOptions(parameters, SEARCHED_INDICES), ...(allowClosed ? { forbidClosed: false } : {}) };
    const resolved = visibleIndices(services, request.principal, parameters["index"], options, "monitor");
    checkIndexBlocks(
      resolved.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const indices = await indexHealthWithStats(
      services,
      resolved.map(({ metadata }) => metadata),
    );
    const rows = indices.flatMap((index) =>
      index.shards.flatMap(({ shard, stats }) =>
        (stats?.segments ?? []).map((segment) => ({
          index: index.metadata.name,
          shard,
          prirep: "p",
          ip: services.info.ip,
          id: services.info.id,
          segment: segmentName(segment.generation),
          generation: segment.generation,
          "docs.count": segment.docs,
          "docs.deleted": segment.deleted,
          size: { bytes: segment.bytes },
          "size.memory": segment.memoryBytes,
          committed: segment.committed,
          searchable: segment.search,
          version: SEGMENT_VERSION,
          compound: true,
        })),
      ),
    );
    return { status: 200, table: catTable("cat.segments", COLUMNS, rows, ["shard", "version"]) };
  },
};
