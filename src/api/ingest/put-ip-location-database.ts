/** `ingest.put_ip_location_database`: adds databases that are downloaded. */
import { putDatabase } from "../requests/address-databases.ts";

export const putIpLocationDatabase = putDatabase({
  name: "ingest.put_ip_location_database",
  actions: ["cluster:admin/ingest/geoip/database/put"],
});
