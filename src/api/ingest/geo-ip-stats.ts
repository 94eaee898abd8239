/** `ingest.geo_ip_stats`: what was downloaded, which is nothing. */
import type { Operation } from "../operation.ts";

export const geoIpStats: Operation = {
  name: "ingest.geo_ip_stats",
  actions: ["cluster:monitor/ingest/geoip/stats"],

  handle() {
    const stats = {
      successful_downloads: 0,
      failed_downloads: 0,
      total_download_time: 0,
      databases_count: 0,
      skipped_updates: 0,
      expired_databases: 0,
    };
    return { status: 200, body: { stats, nodes: {} } };
  },
};
