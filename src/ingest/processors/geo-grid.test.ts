import { expect, test } from "vitest";
import { parseJson } from "../../compat/json/parse-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Json } from "../../core/json.ts";
import { runCase, testIngest } from "../../testing/ingest/run-case.ts";

const service = testIngest();
const made = async (options: Json, source: Json): Promise<Json> =>
  parseJson(writeJson(await runCase(service, [{ geo_grid: options }], source)));

test("a tile becomes an envelope in place, as in the documentation", async () => {
  expect(await made({ field: "g", tile_type: "geotile" }, { g: "4/8/5" })).toEqual({
    source: {
      g: {
        type: "Envelope",
        coordinates: [
          [0, expect.closeTo(55.77657301866769, 12)],
          [22.5, expect.closeTo(40.979898069620134, 12)],
        ],
      },
    },
  });
});

test("or a text, with the tiles around it", async () => {
  const fields = { parent_field: "p", children_field: "c", non_children_field: "n", precision_field: "z" };
  const options = { ...fields, field: "g", tile_type: "GeoTile", target_field: "s", target_format: "wkt" };
  expect(await made(options, { g: "4/8/5" })).toEqual({
    source: {
      g: "4/8/5",
      // The last digit of what Java computes is another one now and then.
      s: expect.stringMatching(
        /^POLYGON \(\(0\.0 (40\.9798980696201\d+), 22\.5 \1, 22\.5 (55\.776573018667\d+), 0\.0 \2, 0\.0 \1\)\)$/,
      ),
      p: "3/4/2",
      c: ["5/16/10", "5/16/11", "5/17/10", "5/17/11"],
      z: 4,
    },
  });
  expect(await made({ ...options, tile_type: "geohash" }, { g: "u3" })).toMatchObject({
    source: {
      s: "POLYGON ((11.25 50.625, 22.5 50.625, 22.5 56.25, 11.25 56.25, 11.25 50.625))",
      p: "u",
      c: expect.arrayContaining(["u30", "u3z"]),
      z: 2,
    },
  });
  expect(await made({ ...options, target_field: "s" }, { g: "0/0/0" })).not.toHaveProperty("source.p");
});

test.each([
  [{ tile_type: "square" }, {}, "[tile_type] illegal value [square], valid values are [GEOHASH, GEOTILE, GEOHEX]"],
  [
    { tile_type: "geotile", target_format: "x" },
    {},
    "[target_format] illegal value [x], valid values are [GEOJSON, WKT]",
  ],
  [{}, {}, "[tile_type] required property is missing"],
  [{ tile_type: "geotile" }, {}, "field [g] not present as part of path [g]"],
  [{ tile_type: "geotile" }, { g: null }, "field [g] is null, cannot process it."],
  [{ tile_type: "geotile" }, { g: 3 }, "field [g] must be a String tile address"],
  [{ tile_type: "geotile" }, { g: "1/2/0" }, "invalid tile definition"],
  [{ tile_type: "geohash" }, { g: "a" }, "invalid tile definition"],
  [{ tile_type: "geohash" }, { g: "u".repeat(13) }, "invalid tile definition"],
])("%j %j is refused", async (options, source, reason) => {
  expect(await made({ field: "g", ...options }, source)).toMatchObject({ error: { reason } });
});

test("what is not there is left, where that is wanted", async () => {
  expect(await made({ field: "g", tile_type: "geotile", ignore_missing: true }, { a: 1 })).toEqual({
    source: { a: 1 },
  });
});

test("a cell of H3 becomes a polygon, with the cells around it, as in the documentation", async () => {
  const fields = { parent_field: "p", children_field: "c", non_children_field: "n", precision_field: "z" };
  const options = { ...fields, field: "g", tile_type: "geohex", target_field: "s" };
  const corners = [
    [1.1885095294564962, 49.470279179513454],
    [2.0265689212828875, 45.18424864858389],
    [7.509948452934623, 43.786609335802495],
    [12.6773177459836, 46.40695743262768],
    [12.345747342333198, 50.55427505169064],
    [6.259687012061477, 51.964770150370896],
    [3.6300085578113794, 50.610463307239115],
    [1.1885095294564962, 49.470279179513454],
  ];
  expect(await made(options, { g: "811fbffffffffff" })).toEqual({
    source: {
      g: "811fbffffffffff",
      s: {
        type: "Polygon",
        coordinates: [corners.map(([lon = 0, lat = 0]) => [expect.closeTo(lon, 12), expect.closeTo(lat, 12)])],
      },
      p: "801ffffffffffff",
      c: ["87", "8f", "97", "9f", "a7", "af", "b7"].map((digits) => `821f${digits}fffffffff`),
      n: ["821ea7", "82186f", "82396f", "821f17", "821e37", "82194f"].map((digits) => `${digits}fffffffff`),
      z: 1,
    },
  });
  expect(await made({ ...options, target_format: "wkt" }, { g: "811fbffffffffff" })).toMatchObject({
    source: {
      s: expect.stringMatching(/^POLYGON \(\(1\.1885095\d+ 49\.470279\d+, .* 1\.1885095\d+ 49\.470279\d+\)\)$/),
    },
  });
  expect(await made(options, { g: "811f" })).toMatchObject({
    error: { reason: "invalid tile definition", caused_by: { reason: "Invalid h3 address: 811f" } },
  });
});
