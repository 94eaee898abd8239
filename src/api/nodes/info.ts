/** `nodes.info`: what the node is. */
import { arch, availableParallelism, release, type } from "node:os";
import { aggregationKinds } from "../../aggregation/kinds.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { MAX_CONTENT_LENGTH_BYTES } from "../../http/elasticsearch-dialect.ts";
import { humanized } from "../requests/humanize.ts";
import { INDEX_VERSION } from "../../cluster/index-version.ts";
import { nestSettings } from "../../cluster/index-settings.ts";
import type { Services, Operation } from "../operation.ts";
import { nodesTogether } from "../requests/each-node.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { nodeHeader, nodesAnswer, takesNode } from "../stats/node-header.ts";

/**
 * Parts by the metric that asks for them. Others of Elasticsearch (transport profiles, plugins' processors) do not
 * exist here.
 */
const METRICS = [
  "settings",
  "os",
  "process",
  "jvm",
  "thread_pool",
  "transport",
  "http",
  "remote_cluster_server",
  "plugins",
  "ingest",
  "aggregations",
  "indices",
];

export const nodesInfo: Operation = {
  name: "nodes.info",
  actions: ["cluster:monitor/nodes/info"],
  eachNode: {
    ...nodesTogether,
    filter: (parameters) => (parameters["node_id"] === undefined || namesMetrics(parameters) ? undefined : "node_id"),
  },
  breaker: "never",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const flat = booleanParameter(parameters, "flat_settings", false);
    const list = listParameter(parameters, "metric");
    const first = listParameter(parameters, "node_id");
    const isMetrics = namesMetrics(parameters);
    const metrics = isMetrics ? first : list;
    const wants = (metric: string): boolean =>
      metrics === undefined || metrics.includes("_all") || metrics.includes(metric);
    const taken = takesNode(isMetrics ? undefined : first, services.info);
    const body = nodesAnswer(
      services.cluster.state.clusterName,
      services.info,
      taken ? describe(services, wants, { flat, processors: await processorNames(services, wants) }) : undefined,
    );
    return { status: 200, body: humanized(body, request.render.human) };
  },
};

/** `/_nodes/{x}` is a metric or a node: what is no metric is taken as a node, as in Elasticsearch. */
function namesMetrics(parameters: Readonly<Record<string, string>>): boolean {
  const first = listParameter(parameters, "node_id");
  return (
    listParameter(parameters, "metric") === undefined &&
    first !== undefined &&
    first.every((name) => name === "_all" || METRICS.includes(name))
  );
}

async function processorNames(services: Services, wants: (metric: string) => boolean): Promise<readonly string[]> {
  return wants("ingest") ? (await services.pipelines.ingestStats()).processors : [];
}

interface Details {
  /** Settings by whole names. */
  readonly flat: boolean;
  readonly processors: readonly string[];
}

function describe(services: Services, wants: (metric: string) => boolean, { flat, processors }: Details): object {
  const { info } = services;
  const address = `${info.ip}:${info.httpPort}`;
  const settings = {
    "cluster.name": services.cluster.state.clusterName,
    "node.name": info.name,
    "http.port": String(info.httpPort),
    // Typed clients insist on a kind of both. There is one of each, and this is what Elasticsearch calls its own.
    "http.type.default": "netty4",
    "transport.type.default": "netty4",
    ...Object.fromEntries(Object.entries(info.attributes).map(([name, value]) => [`node.attr.${name}`, value])),
    "network.host": info.host,
    ...(info.dataPath === undefined ? {} : { "path.data": info.dataPath }),
  };
  const measured = info.measure();
  const parts: Record<string, unknown> = {
    settings: flat ? settings : nestSettings(settings),
    os: {
      refresh_interval_in_millis: 1000,
      name: type(),
      pretty_name: type(),
      arch: arch(),
      version: release(),
      available_processors: availableParallelism(),
      allocated_processors: availableParallelism(),
    },
    process: { refresh_interval_in_millis: 1000, id: process.pid, mlockall: false },
    jvm: {
      pid: process.pid,
      version: process.version,
      vm_name: "Node.js",
      vm_version: process.versions.v8,
      vm_vendor: "OpenJS Foundation",
      using_bundled_jdk: false,
      start_time_in_millis: info.startedMs,
      mem: {
        heap_init_in_bytes: 0,
        heap_max_in_bytes: measured.heapMaximumBytes,
        non_heap_init_in_bytes: 0,
        non_heap_max_in_bytes: 0,
        direct_max_in_bytes: measured.memoryTotalBytes,
      },
      gc_collectors: [],
      memory_pools: [],
      input_arguments: process.execArgv,
    },
    thread_pool: {},
    // Nodes do not talk to each other; the address is that of the interface.
    transport: { bound_address: [address], publish_address: address, profiles: {} },
    http: { bound_address: [address], publish_address: address, max_content_length_in_bytes: MAX_CONTENT_LENGTH_BYTES },
    plugins: [],
    modules: [],
    ingest: { processors: processors.map((name) => ({ type: name })) },
    aggregations: Object.fromEntries(
      aggregationKinds.map(({ name, valueTypes = ["other"] }) => [name, { types: valueTypes }]),
    ),
  };
  const shown = Object.entries(parts).filter(([part]) => wants(part === "modules" ? "plugins" : part));
  const versions = {
    transport_version: Number(INDEX_VERSION),
    index_version: Number(INDEX_VERSION),
    component_versions: {},
  };
  return {
    ...nodeHeader(info),
    ...versions,
    build_flavor: "default",
    build_type: "npm",
    build_hash: info.productVersion,
    ...Object.fromEntries(shown),
  };
}
