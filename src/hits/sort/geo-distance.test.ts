import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { arcDistance, distances } from "./geo-distance.ts";

const point = fc.record({ lat: fc.integer({ min: -90, max: 90 }), lon: fc.integer({ min: -180, max: 180 }) });

test("only what is farther than the greatest distance is not measured", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(point), { minLength: 1, maxLength: 40 }),
      point,
      fc.integer({ min: 1, max: 20_100 }),
      (places, origin, kilometers) => {
        const documents = places.map((g) => (g === null ? {} : { g: { ...g } }));
        const { view } = testShard(testMapping({ g: { type: "geo_point" } }), [documents]);
        const docs = Uint32Array.from(places, (_, doc) => doc);
        const read = (most: number): Float64Array => {
          const into = new Float64Array(docs.length);
          const numbers = distances(view.segments[0]!, "g", [origin], { mode: "min", plane: false, unitMeters: 1000 });
          numbers(docs, docs.length, into, most);
          return into;
        };
        const whole = read(Number.POSITIVE_INFINITY);
        const limited = read(kilometers);
        places.forEach((place, doc) => {
          const lat = decodeLatitude(encodeLatitude(place?.lat ?? 0));
          const lon = decodeLongitude(encodeLongitude(place?.lon ?? 0));
          expect(whole[doc]).toBe(place === null ? Number.NaN : arcDistance(origin, lat, lon) / 1000);
          if (limited[doc] !== whole[doc] && place !== null) {
            expect(limited[doc]).toBe(Number.POSITIVE_INFINITY);
            expect(whole[doc]).toBeGreaterThan(kilometers);
          }
        });
      },
    ),
  );
});
