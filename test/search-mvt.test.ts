/** Vector tiles as maps ask for them: layers, parameters, errors. The tiles are read by a reader that is not ours. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readH3 } from "../src/mapping/geo/h3-address.ts";
import { h3Cell } from "../src/mapping/geo/h3-cell.ts";
import { h3Boundary, h3Centre } from "../src/mapping/geo/h3-shape.ts";
import { type ReadLayer, readTile } from "../src/testing/vector-tile/read-tile.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { MapTile } from "../src/vector-tile/map-tile.ts";
import { inMemory } from "./in-memory.ts";

let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: silentLog });
  const properties = { at: { type: "geo_point" }, n: { type: "integer" }, k: { type: "keyword" } };
  await send("PUT", "/places", { settings: { number_of_shards: 2 }, mappings: { properties } });
  await send("PUT", "/places/_doc/1", { at: "POINT(34.25 -21.76)", n: 1, k: "a" });
  await send("PUT", "/places/_doc/2", { at: ["10,10", "20,20"], n: 2, k: "b" });
  await send("PUT", "/places/_doc/3?refresh=true", { at: { lat: 60, lon: -100 }, n: 4, k: "c" });
  await send("PUT", "/shapes", {
    mappings: { properties: { shape: { type: "geo_shape" }, name: { type: "keyword" } } },
  });
  await send("PUT", "/shapes/_doc/small", { name: "small", shape: "POLYGON((1 1, 2 1, 2 2, 1 2, 1 1))" });
  await send("PUT", "/shapes/_doc/large?refresh=true", {
    name: "large",
    shape: "POLYGON((0 0, 40 0, 40 40, 0 40, 0 0))",
  });
});
afterAll(() => engine.close());

async function send(
  method: string,
  url: string,
  body?: unknown,
): Promise<{ status: number; type: string; bytes: Uint8Array }> {
  const answer = await engine.pipeline.answer({
    head: { method, url, headers: { "content-type": "application/json" } },
    clientAddress: "127.0.0.1",
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    onGone: () => undefined,
  });
  const entry = Object.entries(answer.headers).find(([name]) => name.toLowerCase() === "content-type");
  return { status: answer.status, type: String(entry?.[1]), bytes: answer.body };
}

async function tile(path: string, body?: unknown): Promise<Record<string, ReadLayer>> {
  const { status, type, bytes } = await send("POST", path, body);
  expect([status, type]).toEqual([200, "application/vnd.mapbox-vector-tile"]);
  return readTile(bytes);
}

const WORLD = "/places/_mvt/at/0/0/0";

describe("layers", () => {
  test("hits, buckets and what the search says", async () => {
    const { hits, aggs, meta } = await tile(WORLD);
    expect(hits).toMatchObject({ version: 2, extent: 4096 });
    expect(hits!.features.map(({ kind, properties }) => [kind, properties])).toEqual(
      expect.arrayContaining([
        [1, { _id: "1", _index: "places" }],
        [1, { _id: "2", _index: "places" }],
        [1, { _id: "3", _index: "places" }],
      ]),
    );
    // Both places of a document are one feature.
    const several = hits!.features.find(({ properties }) => properties["_id"] === "2");
    expect(several!.parts.flat()).toHaveLength(2);
    expect(aggs!.features).toHaveLength(4);
    expect(aggs!.features.every(({ kind, parts }) => kind === 3 && parts[0]!.length === 4)).toBe(true);
    expect(aggs!.features.map(({ properties }) => Object.keys(properties))).toEqual(
      aggs!.features.map(() => ["_key", "_count"]),
    );
    expect(meta!.features).toHaveLength(1);
    expect(meta!.features[0]).toMatchObject({
      kind: 3,
      parts: [
        [
          [0, 0],
          [4096, 0],
          [4096, 4096],
          [0, 4096],
        ],
      ],
      properties: {
        timed_out: false,
        "_shards.total": 2,
        "_shards.successful": 2,
        "hits.total.value": 3,
        "hits.total.relation": "eq",
        "aggregations._count.count": 4,
        "aggregations._count.min": 1,
        "aggregations._count.max": 1,
        "aggregations._count.avg": 1,
        "aggregations._count.sum": 4,
      },
    });
  });

  test("what lies on another tile is on none of this one's layers", async () => {
    const { hits, aggs, meta } = await tile("/places/_mvt/at/1/1/1");
    expect(hits!.features.map(({ properties }) => properties["_id"])).toEqual(["1"]);
    expect(hits!.features[0]!.parts).toEqual([[[779, 508]]]);
    expect(aggs!.features).toHaveLength(1);
    expect(meta!.features[0]!.properties["hits.total.value"]).toBe(1);
    expect(Object.keys(await tile("/places/_mvt/at/2/0/3"))).toEqual(["meta"]);
  });

  test("hits and buckets can be left out", async () => {
    expect(Object.keys(await tile(`${WORLD}?size=0`))).toEqual(["aggs", "meta"]);
    expect(Object.keys(await tile(WORLD, { grid_precision: 0 }))).toEqual(["hits", "meta"]);
    expect(Object.keys(await tile(WORLD, { grid_precision: 0, size: 0 }))).toEqual(["meta"]);
  });
});

describe("what is asked for", () => {
  test("fields, runtime fields, queries and sorts", async () => {
    const { hits } = await tile(WORLD, {
      fields: ["k", "n", "lon"],
      runtime_mappings: { lon: { type: "double", script: "emit(doc['at'].lon)" } },
      query: { range: { n: { gte: 2 } } },
      sort: [{ n: "desc" }],
      track_total_hits: false,
    });
    expect(hits!.features.map(({ properties }) => properties)).toEqual([
      { _id: "3", _index: "places", k: "c", n: 4, lon: expect.closeTo(-100, 5) as number },
      { _id: "2", _index: "places", k: "b", n: 2, lon: expect.closeTo(10, 5) as number },
    ]);
    expect(Object.keys(await tile(WORLD, { sort: [] }))).toEqual(["hits", "aggs", "meta"]);
  });

  test("metrics of buckets, and how they are spread", async () => {
    const { aggs, meta } = await tile(`${WORLD}?grid_precision=1&extent=256`, {
      aggs: { low: { min: { field: "n" } }, all: { stats: { field: "n" } } },
    });
    expect(aggs).toMatchObject({ extent: 256 });
    expect(aggs!.features.map(({ properties }) => properties)).toContainEqual({
      _key: "1/1/0", _count: 1, "low.value": 2, "all.count": 1, "all.min": 2, "all.max": 2, "all.avg": 2, "all.sum": 2,
    }); // prettier-ignore
    expect(meta!.features[0]!.properties).toMatchObject({
      "aggregations.low.min": 1,
      "aggregations.low.max": 4,
      "aggregations.low.count": 3,
      "aggregations.all.sum.sum": 7,
    });
  });

  test("buckets as points: their middles, or those of what is in them", async () => {
    const placeOf = async (gridType: string): Promise<unknown> => {
      const { aggs } = await tile("/places/_mvt/at/1/1/1?grid_precision=1", { grid_type: gridType });
      const [feature] = aggs!.features;
      return [feature!.kind, feature!.parts];
    };
    expect(await placeOf("point")).toEqual([1, [[[1024, 1024]]]]);
    expect(await placeOf("CENTROID")).toEqual([1, [[[779, 508]]]]);
    expect(await placeOf("grid")).toEqual([
      3,
      [
        [
          [0, 0],
          [2048, 0],
          [2048, 2048],
          [0, 2048],
        ],
      ],
    ]);
  });

  test("labels and exact bounds", async () => {
    const { hits, aggs, meta } = await tile("/places/_mvt/at/1/1/1?with_labels=true&exact_bounds=true");
    expect(hits!.features.map(({ properties }) => properties)).toEqual([
      { _id: "1", _index: "places" },
      { _id: "1", _index: "places", _mvt_label_position: true },
    ]);
    expect(aggs!.features[1]).toMatchObject({ kind: 1, properties: { _mvt_label_position: true } });
    const [left, top] = [meta!.features[0]!.parts[0]![0]![0], meta!.features[0]!.parts[0]![0]![1]];
    expect([left, top]).toEqual([779, 508]);
  });

  test("shapes, the largest first, cut to the tile", async () => {
    const { hits } = await tile("/shapes/_mvt/shape/4/8/7", { grid_precision: 0, fields: ["name"] });
    expect(hits!.features.map(({ properties }) => properties["name"])).toEqual(["large", "small"]);
    expect(hits!.features[0]).toMatchObject({
      kind: 3,
      parts: [
        [
          [4101, -5],
          [4101, 4096],
          [0, 4096],
          [0, -5],
        ],
      ],
    });
    const wide = await tile("/shapes/_mvt/shape/4/8/7", { grid_precision: 0, buffer: 0, size: 1 });
    expect(wide["hits"]!.features[0]!.parts[0]).toHaveLength(4);
  });
});

describe("hexagons", () => {
  const buckets = async (path: string, body: unknown = {}): Promise<[string, number, number][]> => {
    const { aggs } = await tile(`${path}?grid_agg=geohex&size=0`, body);
    return (aggs?.features ?? []).map(({ kind, parts, properties }) => [
      String(properties["_key"]),
      kind,
      parts[0]!.length,
    ]);
  };

  test("are the cells of the points, as fine as the zoom and the precision say", async () => {
    const found = await buckets(WORLD, { grid_precision: 8 });
    const cells = [h3Cell(-21.76, 34.25, 3), h3Cell(10, 10, 3), h3Cell(20, 20, 3), h3Cell(60, -100, 3)];
    expect(found.map(([key]) => key).toSorted()).toEqual(cells.toSorted());
    expect(found.every(([, kind, corners]) => kind === 3 && corners >= 4)).toBe(true);
    expect((await buckets("/places/_mvt/at/10/609/575", { grid_precision: 8 })).map(([key]) => key)).toEqual([
      h3Cell(-21.76, 34.25, 9),
    ]);
    expect(await buckets("/places/_mvt/at/10/608/575", { grid_precision: 8 })).toEqual([]);
  });

  test("that lie on several tiles are on each, with all of their documents", async () => {
    const name = h3Cell(60, -100, 3);
    const map = new MapTile(8, 0, 0, 1);
    const tiles = new Set(
      h3Boundary(readH3(name)!).map(({ lat, lon }) => `${Math.floor(map.across(lon))}/${Math.floor(map.down(lat))}`),
    );
    expect(tiles.size).toBeGreaterThan(1);
    for (const place of tiles)
      expect((await buckets(`/places/_mvt/at/8/${place}`, { grid_precision: 1 })).map(([key]) => key)).toEqual([name]);
    expect(await buckets("/places/_mvt/at/8/60/60", { grid_precision: 1 })).toEqual([]);
  });

  test("as points and with labels: their middles, where these are on the tile", async () => {
    const { aggs } = await tile(`${WORLD}?grid_agg=GEOHEX&grid_precision=8`, { grid_type: "point", with_labels: true });
    expect(aggs!.features).toHaveLength(8);
    const { lat, lon } = h3Centre(readH3(h3Cell(10, 10, 3))!);
    const own = aggs!.features.filter(({ properties }) => properties["_key"] === h3Cell(10, 10, 3));
    const map = new MapTile(0, 0, 0, 4096);
    const place = [Math.round(map.across(lon)), Math.round(map.down(lat))];
    expect(own.map(({ kind, parts }) => [kind, parts])).toEqual([
      [1, [[place]]],
      [1, [[place]]],
    ]);
    const centroids = await tile(`${WORLD}?grid_agg=geohex&grid_precision=8`, { grid_type: "centroid" });
    expect(centroids["aggs"]!.features).toHaveLength(4);
  });
});

describe("what is refused", () => {
  test.each([
    ["/places/_mvt/at/a/0/0", {}, 'For input string: "a"'],
    ["/places/_mvt/at/30/0/0", {}, "Invalid geotile_grid precision of 30. Must be between 0 and 29."],
    ["/places/_mvt/at/1/2/0", {}, "Zoom/X/Y combination is not valid: 1/2/0"],
    [`${WORLD}?grid_precision=9`, {}, "[gridPrecision] parameter cannot be bigger than 8, found [9]"],
    [`${WORLD}?grid_precision=-1`, {}, "[gridPrecision] parameter cannot be negative, found [-1]"],
    [`${WORLD}?size=-1`, {}, "[size] parameter cannot be negative, found [-1]"],
    [`${WORLD}?size=10001`, {}, "Result window is too large"],
    [`${WORLD}?extent=-1`, {}, "[extent] parameter cannot be negative, found [-1]"],
    [`${WORLD}?grid_agg=square`, {}, "Invalid agg type [square]"],
    [`${WORLD}?grid_type=circle`, {}, "Invalid grid type [circle]"],
    [WORLD, { buffer: -1 }, "[buffer] parameter cannot be negative, found [-1]"],
    [WORLD, { nothing: 1 }, "[1:2] [vector-tile] unknown field [nothing]"],
    [WORLD, { aggs: { _mvt_a: { max: { field: "n" } } } }, "Aggregation names cannot start with prefix '_mvt_'"],
    [WORLD, { aggs: { a: { terms: { field: "k" } } } }, "Unsupported aggregation of type [terms].Only metric"],
    [WORLD, { aggs: { a: { max_bucket: {} } } }, "Unsupported pipeline aggregation of type [max_bucket]"],
    ["/places/_mvt/none/0/0/0", {}, "failed to find type for field [none]"],
    [`${WORLD}?buffer=1`, {}, "contains unrecognized parameter: [buffer]"],
  ])("%s %j", async (path, body, reason) => {
    const { status, bytes } = await send("POST", path, body);
    expect([status, Buffer.from(bytes).toString()]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(reason).slice(1, -1)),
    ]);
  });

  test("an index that is not there", async () => {
    expect((await send("GET", "/none/_mvt/at/0/0/0")).status).toBe(404);
  });
});
