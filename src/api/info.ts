/** `info`: the name and version that clients look for first. */
import { BUILD_DATE, BUILD_HASH } from "./stats/build.ts";
import type { Operation } from "./operation.ts";

export const info: Operation = {
  name: "info",
  actions: ["cluster:monitor/main"],

  async handle(_request, services) {
    const { state } = services.cluster;
    return {
      status: 200,
      body: {
        name: services.info.name,
        cluster_name: state.clusterName,
        cluster_uuid: state.clusterUuid,
        version: {
          number: services.info.version,
          build_flavor: "default",
          build_type: "tar",
          build_hash: BUILD_HASH,
          build_date: BUILD_DATE,
          build_snapshot: false,
          lucene_version: "9.12.2",
          minimum_wire_compatibility_version: "7.17.0",
          minimum_index_compatibility_version: "7.0.0",
        },
        tagline: "You Know, for Search",
      },
    };
  },
};
