/** `ingest.delete_geoip_database`: removes databases that are downloaded. */
import { deleteDatabase } from "../requests/address-databases.ts";

export const deleteGeoipDatabase = deleteDatabase({
  name: "ingest.delete_geoip_database",
  actions: ["cluster:admin/ingest/geoip/database/delete"],
});
