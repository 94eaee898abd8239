/** `cat.fielddata`: heap that terms by document take, which are made of postings (`fielddata` of texts). */
import { simpleMatch } from "../../compat/wildcard.ts";
import { listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { fielddataBytes } from "../stats/cache-stats.ts";
import { catTable } from "../stats/columns.ts";
import { indexHealthWithStats } from "../stats/index-health.ts";

export const catFielddata: Operation = {
  name: "cat.fielddata",
  actions: ["cluster:monitor/nodes/stats"],

  async handle({ parameters }, services) {
    const patterns = listParameter(parameters, "fields");
    const indices = await indexHealthWithStats(services, Object.values(services.cluster.state.indices));
    const shards = indices.flatMap((index) => index.shards.flatMap(({ stats }) => (stats ? [stats] : [])));
    const { id, host, ip, name: node } = services.info;
    const rows = Object.entries(fielddataBytes(shards))
      .filter(([field]) => patterns?.some((pattern) => simpleMatch(pattern, field)) ?? true)
      .map(([field, bytes]) => ({ id, host, ip, node, field, size: { bytes } }));
    return { status: 200, table: catTable("cat.fielddata", ["id", "host", "ip", "node", "field", "size"], rows) };
  },
};
