/** `ingest.get_ip_location_database`: shows databases that are downloaded. */
import { getDatabases } from "../requests/address-databases.ts";

export const getIpLocationDatabase = getDatabases({
  name: "ingest.get_ip_location_database",
  actions: ["cluster:admin/ingest/geoip/database/get"],
});
