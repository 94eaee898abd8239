import fc from "fast-check";
import { expect, test } from "vitest";
import { arcMeters, arcMetersFrom } from "./haversine.ts";

const lat = fc.double({ min: -90, max: 90, noNaN: true });
const lon = fc.double({ min: -180, max: 180, noNaN: true });

test("distances from one point to many are those of each pair, to the last bit", () => {
  fc.assert(
    fc.property(lat, lon, lat, lon, (lat1, lon1, lat2, lon2) => {
      expect(arcMetersFrom(lat1, lon1)(lat2, lon2)).toBe(arcMeters(lat1, lon1, lat2, lon2));
    }),
  );
});
