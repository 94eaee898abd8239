import { locationProcessor } from "../geo/location-processor.ts";

/** Says where an address is, by any database that is known. */
export const ipLocation = locationProcessor("ip_location");
