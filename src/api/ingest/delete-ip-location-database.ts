/** `ingest.delete_ip_location_database`: removes databases that are downloaded. */
import { deleteDatabase } from "../requests/address-databases.ts";

export const deleteIpLocationDatabase = deleteDatabase({
  name: "ingest.delete_ip_location_database",
  actions: ["cluster:admin/ingest/geoip/database/delete"],
});
