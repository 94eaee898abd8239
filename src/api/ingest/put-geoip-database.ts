/** `ingest.put_geoip_database`: adds databases that are downloaded. */
import { putDatabase } from "../requests/address-databases.ts";

export const putGeoipDatabase = putDatabase({
  name: "ingest.put_geoip_database",
  actions: ["cluster:admin/ingest/geoip/database/put"],
});
