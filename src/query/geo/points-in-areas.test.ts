/** Points in boxes and circles beside a test of each point by its degrees. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";
import { arcMeters } from "./haversine.ts";

type Point = { lat: number; lon: number };

// Whole degrees, so that points meet edges, the date line and the poles.
const point = fc.record({ lat: fc.integer({ min: -90, max: 90 }), lon: fc.integer({ min: -180, max: 180 }) });
const onGrid = ({ lat, lon }: Point): Point => ({
  lat: decodeLatitude(encodeLatitude(lat)),
  lon: decodeLongitude(encodeLongitude(lon)),
});

for (const most of [1, 3]) {
  const documents = fc.array(fc.array(point, { maxLength: most }), { minLength: 1, maxLength: 60 });
  const fixtureOf = (points: Point[][]): QueryFixture =>
    new QueryFixture(
      { g: { type: "geo_point" } },
      points.map((g) => (g.length === 0 ? {} : { g: [...g] })),
      [points.length >> 1],
    );
  const idsWhere = (points: Point[][], test: (one: Point) => boolean): string[] =>
    points.flatMap((some, id) => (some.map(onGrid).some(test) ? [String(id)] : []));

  test(`documents with up to ${most} points in a box`, () => {
    fc.assert(
      fc.property(documents, point, point, (points, one, other) => {
        const [south, north] = [Math.min(one.lat, other.lat), Math.max(one.lat, other.lat)];
        const box = { top: north, bottom: south, left: one.lon, right: other.lon };
        const found = fixtureOf(points).search({ geo_bounding_box: { g: box } });
        const west = onGrid({ lat: north, lon: one.lon });
        const east = onGrid({ lat: south, lon: other.lon });
        const isBetween = (lon: number): boolean =>
          box.left <= box.right ? lon >= west.lon && lon <= east.lon : lon >= west.lon || lon <= east.lon;
        expect(found.map(({ id }) => id)).toEqual(
          idsWhere(points, ({ lat, lon }) => lat >= east.lat && lat <= west.lat && isBetween(lon)),
        );
      }),
    );
  });

  test(`documents with up to ${most} points in a circle`, () => {
    fc.assert(
      fc.property(documents, point, fc.integer({ min: 1, max: 20_000 }), (points, centre, kilometers) => {
        const found = fixtureOf(points).search({ geo_distance: { distance: `${kilometers}km`, g: centre } });
        const { lat, lon } = onGrid(centre);
        expect(found.map(({ id }) => id)).toEqual(
          idsWhere(points, (one) => arcMeters(lat, lon, one.lat, one.lon) <= kilometers * 1000),
        );
      }),
    );
  });
}
