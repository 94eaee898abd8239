/** `indices.migrate_to_data_stream`: makes an alias with a write index a data stream. */
import { migrateToDataStream as migrate } from "../../cluster/changes/migrate-to-data-stream.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const migrateToDataStream: Operation = {
  name: "indices.migrate_to_data_stream",
  actions: ["indices:admin/data_stream/migrate"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const change = migrate(request.parameters["name"] ?? "");
    await cluster.apply(changeSource(migrateToDataStream.name, request), change);
    return { status: 200, body: { acknowledged: true } };
  },
};
