import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const bea = { authorization: `Basic ${btoa("bea:a good password")}` };
const settings = { WARDEX_ADMIN_PASSWORD: "a long enough password", WARDEX_ADMIN_TOKEN: "an-administrators-token" };

/** Shapes over HTTP, on a server with search threads: what only all layers together can tell. */
describe("shapes", () => {
  const folder = temporaryFolder();
  let server: ServerProcess;

  const start = (): Promise<ServerProcess> =>
    startServer(["--security", "on", "--threads", "2", "--data", folder], settings);
  const areas: readonly unknown[] = [
    { area: { type: "Polygon", coordinates: [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]] } }, // oxfmt-ignore
    { area: ["POINT (20 20)", "LINESTRING (5 5, 30 5)"] },
    { area: "BBOX (170, -170, 10, 0)", plan: "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))" },
    { place: [1.5, 2] },
  ];

  beforeAll(async () => {
    server = await start();
    const properties = { area: { type: "geo_shape" }, plan: { type: "shape" }, place: { type: "point" } };
    await server.call("PUT", "/areas", { mappings: { properties } }, admin);
    for (const [id, document] of areas.entries()) await server.call("PUT", `/areas/_doc/${id}`, document, admin);
    await server.call("POST", "/areas/_refresh", undefined, admin);
    await server.call(
      "PUT",
      "/frames",
      { mappings: { properties: { kind: { type: "keyword" }, shape: { type: "geo_shape" } } } },
      admin,
    );
    await server.call(
      "PUT",
      "/frames/_doc/west?refresh=true",
      { kind: "open", shape: "BBOX (-1, 15, 15, -1)", inner: { one: "POINT (20 20)" } },
      admin,
    );
    await server.call(
      "PUT",
      "/frames/_doc/east?refresh=true",
      { kind: "secret", shape: "BBOX (165, 180, 15, -1)" },
      admin,
    );
    await server.call(
      "PUT",
      "/_security/role/reader",
      { indices: [{ names: ["areas"], privileges: ["read"] }] },
      admin,
    );
    await server.call("PUT", "/_security/user/bea", { password: "a good password", roles: ["reader"] }, admin);
    return async () => void (await server.stop());
  });

  const asked = (body: object, caller = admin): Promise<Answer> => server.call("POST", "/areas/_search", body, caller);
  const idsOf = ({ body }: Answer): string[] => body.hits.hits.map((hit: { _id: string }) => hit._id).sort();
  const within = (place: object, relation = "within"): object => ({
    query: { geo_shape: { area: { indexed_shape: place, relation } } },
  });

  test("are found before and after a merge and a restart", async () => {
    const box = (shape: string, relation: string): object => ({ query: { geo_shape: { area: { shape, relation } } } });
    const findAll = async (): Promise<unknown> => [
      idsOf(await asked(box("BBOX (4, 6, 6, 4)", "intersects"))),
      idsOf(await asked(box("BBOX (4, 6, 6, 4)", "contains"))),
      idsOf(await asked(box("BBOX (160, -160, 20, -10)", "within"))),
      idsOf(await asked(box("BBOX (-1, 40, 40, -1)", "disjoint"))),
      idsOf(await asked({ query: { shape: { plan: { shape: "POINT (4 4)" } } } })),
      idsOf(await asked({ query: { shape: { place: { shape: "CIRCLE (1 2 0.5)" } } } })),
    ];
    const found = [["0", "1"], ["0"], ["2"], ["2"], ["2"], ["3"]];
    expect(await findAll()).toEqual(found);
    await server.call("POST", "/areas/_forcemerge?max_num_segments=1", undefined, admin);
    expect(await findAll()).toEqual(found);
    await server.stop();
    server = await start();
    expect(await findAll()).toEqual(found);
  });

  test("may stand in another document, read as it is now", async () => {
    expect(idsOf(await asked(within({ index: "frames", id: "west" })))).toEqual(["0"]);
    expect(idsOf(await asked(within({ index: "frames", id: "west", path: "inner.one" }, "intersects")))).toEqual(["1"]);
    await server.call("PUT", "/frames/_doc/new", { shape: "BBOX (-1, 40, 40, -1)" }, admin);
    expect(idsOf(await asked(within({ index: "frames", id: "new" })))).toEqual(["0", "1"]);
    await server.call("DELETE", "/frames/_doc/new", undefined, admin);
    const counted = await server.call("POST", "/areas/_count", within({ index: "frames", id: "west" }), admin);
    expect(counted.body.count).toBe(1);
  });

  // The words of Elasticsearch 8.19.
  test.each([
    [{ index: "frames", id: "none" }, 400, "illegal_argument_exception", "Shape with ID [none] not found"],
    [{ index: "nowhere", id: "west" }, 404, "index_not_found_exception", "no such index [nowhere]"],
    [{ id: "west" }, 404, "index_not_found_exception", "no such index [shapes]"],
    [
      { index: "frames", id: "west", path: "outer" },
      500,
      "illegal_state_exception",
      "Shape with name [west] found but missing outer field",
    ],
    [{ index: "frames" }, 400, "illegal_argument_exception", "either shape or indexedShapeId is required"],
  ])("that are not there are told: %j", async (place, status, type, reason) => {
    const answer = await asked(within(place));
    expect(answer).toMatchObject({ status, body: { error: { type, reason } } });
  });

  test("in one search of several do not fail the others", async () => {
    const lines = [{}, within({ index: "frames", id: "none" }), {}, within({ index: "frames", id: "west" })].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    const answer = await server.call("POST", "/areas/_msearch", lines.join(""), {
      ...admin,
      "content-type": "application/x-ndjson",
    });
    expect(answer.body.responses).toMatchObject([
      { status: 400, error: { reason: "Shape with ID [none] not found" } },
      { hits: { total: { value: 1 } } },
    ]);
  });

  test("are read with the rights of the caller", async () => {
    expect((await asked(within({ index: "frames", id: "west" }), bea)).status).toBe(403);
    const granted = { names: ["frames"], privileges: ["read"], query: { term: { kind: "open" } } };
    await server.call(
      "PUT",
      "/_security/role/reader",
      { indices: [{ names: ["areas"], privileges: ["read"] }, granted] },
      admin,
    );
    expect(idsOf(await asked(within({ index: "frames", id: "west" }), bea))).toEqual(["0"]);
    const hidden = await asked(within({ index: "frames", id: "east" }, "intersects"), bea);
    expect(hidden).toMatchObject({ status: 400, body: { error: { reason: "Shape with ID [east] not found" } } });
    expect(idsOf(await asked(within({ index: "frames", id: "east" }, "intersects")))).toEqual(["2"]);
  });
});
