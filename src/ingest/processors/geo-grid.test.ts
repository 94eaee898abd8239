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
  [{ tile_type: "geohex" }, {}, "[tile_type] geohex is not supported by this server yet"],
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
