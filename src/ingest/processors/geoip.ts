import { locationProcessor } from "../geo/location-processor.ts";

/** Says where an address is, by a database of MaxMind's. */
export const geoip = locationProcessor("geoip");
