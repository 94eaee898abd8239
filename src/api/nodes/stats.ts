/** `nodes.stats`: what the node does. */
import { systemClock } from "../../core/clock.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf, put } from "../../core/names.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { chosenStats, commonStats, METRICS as INDEX_METRICS } from "../stats/common-stats.ts";
import { humanized } from "../requests/humanize.ts";
import { type ToldFields, toldFields, withFieldSizes } from "../stats/field-sizes.ts";
import { indexHealthWithStats } from "../stats/index-health.ts";
import { mappingStats } from "../stats/mapped-fields.ts";
import { chosenMetrics } from "../requests/metric-list.ts";
import type { Services, Operation } from "../operation.ts";
import { nodesTogether } from "../requests/each-node.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { nodeHeader, nodesAnswer, takesNode } from "../stats/node-header.ts";
import { statsSections } from "../stats/stats-sections.ts";

const METRICS = ["indices", ...statsSections.map(({ metric }) => metric)];
const LEVELS = ["node", "indices", "shards"];

export const nodesStats: Operation = {
  name: "nodes.stats",
  actions: ["cluster:monitor/nodes/stats"],
  eachNode: nodesTogether,
  breaker: "never",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const level = parameters["level"] ?? "node";
    if (!LEVELS.includes(level))
      throw illegalArgument(`level parameter must be one of [node] or [indices] or [shards] but was [${level}]`);
    for (const name of ["include_segment_file_sizes", "include_unloaded_segments"])
      booleanParameter(parameters, name, false);
    const choice = {
      metrics: chosenMetrics(parameters["metric"], METRICS, pathOf(parameters)),
      sections: indexSections(parameters),
      level,
      told: toldFields(parameters),
    };
    const taken = takesNode(listParameter(parameters, "node_id"), services.info);
    const body = nodesAnswer(
      services.cluster.state.clusterName,
      services.info,
      taken ? await measure(services, choice) : undefined,
    );
    return { status: 200, body: humanized(body, request.render.human) };
  },
};

interface Choice {
  readonly metrics: ReadonlySet<string> | undefined;
  /** Sections of `indices`; undefined: all. */
  readonly sections: ReadonlySet<string> | undefined;
  readonly level: string;
  readonly told: ToldFields;
}

function pathOf({ node_id: nodes, metric, index_metric: indexMetric }: Readonly<Record<string, string>>): string {
  return ["/_nodes", nodes, "stats", metric, indexMetric].filter((part) => part !== undefined).join("/");
}

function indexSections(parameters: Readonly<Record<string, string>>): Set<string> | undefined {
  const chosen = chosenMetrics(
    parameters["index_metric"],
    Object.keys(INDEX_METRICS),
    pathOf(parameters),
    "index metric",
  );
  if (chosen === undefined) return undefined;
  const metrics = listParameter(parameters, "metric") ?? ["_all"];
  const why = metrics.includes("_all")
    ? "all stats requested"
    : metrics.includes("indices")
      ? undefined
      : "indices stats not requested";
  if (why !== undefined)
    throw illegalArgument(
      `request [${pathOf(parameters)}] contains index metrics [${parameters["index_metric"]}] but ${why}`,
    );
  return new Set([...chosen].map((metric) => ownOf(INDEX_METRICS, metric) ?? metric));
}

async function measure(services: Services, { metrics, ...choice }: Choice): Promise<object> {
  const input = { services, now: systemClock.now(), measured: services.info.measure() };
  const wants = (metric: string): boolean => metrics === undefined || metrics.has(metric);
  const { version: _version, ...header } = nodeHeader(services.info);
  // Here, unlike in nodes.info, Elasticsearch's `ip` has a port.
  const answer: Record<string, unknown> = { timestamp: input.now, ...header, ip: header["transport_address"] };
  if (wants("indices")) answer["indices"] = await indicesPart(services, choice);
  for (const section of statsSections) if (wants(section.metric)) put(answer, section.key, await section.read(input));
  return answer;
}

async function indicesPart(services: Services, { sections, level, told }: Omit<Choice, "metrics">): Promise<object> {
  const indices = await indexHealthWithStats(
    services,
    Object.values(services.cluster.state.indices).filter(({ system }) => !system),
  );
  const of = (chosen: typeof indices): object => {
    const shards = chosen.flatMap((index) => index.shards.flatMap((shard) => shard.stats ?? []));
    const metadata = chosen.map((index) => index.metadata);
    const searches = services.searchCounters.sum(metadata.map(({ uuid }) => uuid));
    const counted = withFieldSizes(commonStats(shards, searches), shards, told);
    return chosenStats({ ...counted, mappings: mappingStats(metadata) }, sections);
  };
  if (level === "node") return of(indices);
  if (level === "indices")
    return { ...of(indices), indices: Object.fromEntries(indices.map((index) => [index.metadata.name, of([index])])) };
  const shardsOf = (index: (typeof indices)[number]): object[] =>
    index.shards.flatMap(({ shard, stats }) => {
      if (!stats) return [];
      const searches = services.searchCounters.sum([index.metadata.uuid], { shard });
      const counted = withFieldSizes(commonStats([stats], searches), [stats], told);
      const routing = { state: stats.state, primary: true, node: services.info.id, relocating_node: null };
      return [{ [String(shard)]: { routing, ...chosenStats(counted, sections) } }];
    });
  return { ...of(indices), shards: Object.fromEntries(indices.map((index) => [index.metadata.name, shardsOf(index)])) };
}
