/** `ingest.get_geoip_database`: shows databases that are downloaded. */
import { getDatabases } from "../requests/address-databases.ts";

export const getGeoipDatabase = getDatabases({
  name: "ingest.get_geoip_database",
  actions: ["cluster:admin/ingest/geoip/database/get"],
});
