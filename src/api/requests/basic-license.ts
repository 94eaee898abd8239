/** The license as Elasticsearch shows it: basic, as long as there is a server. */
import type { Services } from "../operation.ts";

/** A number of 128 bits in the form of a UUID, from the text of the cluster's. */
function uidOf(clusterUuid: string): string {
  const hex = Buffer.from(clusterUuid, "base64url").toString("hex").padEnd(32, "0").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function basicLicense({ cluster, info }: Services): Readonly<Record<string, string | number | null>> {
  return {
    status: "active",
    uid: uidOf(cluster.state.clusterUuid),
    type: "basic",
    issue_date: new Date(info.startedMs).toISOString(),
    issue_date_in_millis: info.startedMs,
    max_nodes: 1000,
    max_resource_units: null,
    issued_to: cluster.state.clusterName,
    issuer: "elasticsearch",
    start_date_in_millis: -1,
  };
}
