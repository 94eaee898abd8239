/** `xpack.info`: the license, and which features there are. */
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { BUILD_DATE, BUILD_HASH } from "../stats/build.ts";
import type { Operation } from "../operation.ts";
import { basicLicense } from "../requests/basic-license.ts";

const CATEGORIES = ["build", "features", "license"];

/** What is there of Elasticsearch's features; whether security is on says the server. */
const AVAILABLE = new Set([
  "aggregate_metric",
  "analytics",
  "ccr",
  "data_streams",
  "data_tiers",
  "enrich",
  "ilm",
  "logsdb",
  "security",
  "slm",
  "spatial",
  "transform",
]);
const FEATURES = [
  "aggregate_metric",
  "analytics",
  "archive",
  "ccr",
  "data_streams",
  "data_tiers",
  "enrich",
  "enterprise_search",
  "eql",
  "esql",
  "frozen_indices",
  "graph",
  "ilm",
  "logsdb",
  "logstash",
  "ml",
  "monitoring",
  "rollup",
  "searchable_snapshots",
  "security",
  "slm",
  "spatial",
  "sql",
  "transform",
  "universal_profiling",
  "voting_only",
  "watcher",
];

export const xpackInfo: Operation = {
  name: "xpack.info",
  actions: ["cluster:monitor/xpack/info"],

  handle(request, services) {
    const { parameters } = request;
    booleanParameter(parameters, "accept_enterprise", true);
    const human = booleanParameter(parameters, "human", true);
    const categories = listParameter(parameters, "categories") ?? ["_all"];
    const unknown = categories.find((category) => category !== "_all" && !CATEGORIES.includes(category));
    if (unknown !== undefined)
      throw illegalArgument(
        `No enum constant org.elasticsearch.protocol.xpack.XPackInfoRequest.Category.${unknown.toUpperCase()}`,
      );
    const wants = (category: string): boolean => categories.includes("_all") || categories.includes(category);
    const { uid, type, status } = basicLicense(services);
    const features = FEATURES.map((name) => {
      const available = AVAILABLE.has(name);
      const enabled = available && (name !== "security" || services.identity !== undefined);
      return [name, { available, enabled }];
    });
    return {
      status: 200,
      body: {
        ...(wants("build") ? { build: { hash: BUILD_HASH, date: BUILD_DATE } } : {}),
        ...(wants("license") ? { license: { uid, type, mode: type, status } } : {}),
        ...(wants("features") ? { features: Object.fromEntries(features) } : {}),
        ...(human ? { tagline: "You know, for X" } : {}),
      },
    };
  },
};
