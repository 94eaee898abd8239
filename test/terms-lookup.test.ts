import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const bea = { authorization: `Basic ${btoa("bea:a good password")}` };
const settings = { WARDEX_ADMIN_PASSWORD: "a long enough password", WARDEX_ADMIN_TOKEN: "an-administrators-token" };

/** `terms` with the values of a document elsewhere, over HTTP: what only all layers together can tell. */
describe("terms of another document", () => {
  let server: ServerProcess;

  const lookup = (place: object): object => ({ query: { terms: { user: place } } });
  const asked = (body: object, caller = admin): Promise<Answer> => server.call("POST", "/posts/_search", body, caller);
  const idsOf = ({ body }: Answer): string[] => body.hits.hits.map((hit: { _id: string }) => hit._id).sort();

  beforeAll(async () => {
    server = await startServer(["--security", "on", "--threads", "2", "--data", temporaryFolder()], settings);
    const put = (path: string, body: object): Promise<Answer> => server.call("PUT", path, body, admin);
    await put("/posts", {
      settings: { "index.max_terms_count": 3 },
      mappings: { properties: { user: { type: "keyword" } } },
    });
    for (const user of ["ann", "ben", "cem"]) await put(`/posts/_doc/${user}?refresh=true`, { user });
    await put("/friends/_doc/of-dora", { names: ["ann", "cem"], deep: [{ "a.b": ["ben"] }, { a: { b: "cem" } }] });
    await put("/friends/_doc/of-many", { names: ["1", "2", "3", "4"] });
    await put("/friends/_doc/elsewhere?routing=x", { names: "ben" });
    await put("/_security/role/reader", { indices: [{ names: ["posts"], privileges: ["read"] }] });
    await put("/_security/user/bea", { password: "a good password", roles: ["reader"] });
  });

  test("are those that it has now, by whatever path", async () => {
    const place = { index: "friends", id: "of-dora", path: "names" };
    expect(idsOf(await asked(lookup(place)))).toEqual(["ann", "cem"]);
    expect(idsOf(await asked(lookup({ ...place, path: "deep.a.b" })))).toEqual(["ben", "cem"]);
    expect(idsOf(await asked(lookup({ index: "friends", id: "elsewhere", path: "names", routing: "x" })))).toEqual([
      "ben",
    ]);
    await server.call("PUT", "/friends/_doc/new", { names: ["ben"] }, admin);
    const fresh = lookup({ ...place, id: "new" });
    expect((await server.call("POST", "/posts/_count", fresh, admin)).body.count).toBe(1);
    await server.call("PUT", "/friends/_doc/new", { names: ["ben", "ann"] }, admin);
    expect((await server.call("POST", "/posts/_count", fresh, admin)).body.count).toBe(2);
  });

  test("are none where there is no document, no value", async () => {
    for (const place of [
      { index: "friends", id: "nobody", path: "names" },
      { index: "friends", id: "of-dora", path: "enemies" },
      { index: "friends", id: "of-dora", path: "" },
    ])
      expect(idsOf(await asked(lookup(place)))).toEqual([]);
  });

  // The words of Elasticsearch 8.19.
  test("are refused where there is no index, no right, or too many", async () => {
    const nowhere = await asked(lookup({ index: "nowhere", id: "1", path: "names" }));
    expect(nowhere).toMatchObject({ status: 404, body: { error: { type: "index_not_found_exception" } } });
    const hidden = await asked(lookup({ index: "friends", id: "of-dora", path: "names" }), bea);
    expect(hidden).toMatchObject({ status: 403, body: { error: { type: "security_exception" } } });
    const many = await asked(lookup({ index: "friends", id: "of-many", path: "names" }));
    expect(many.status).toBe(400);
    expect(JSON.stringify(many.body)).toContain("The number of terms [4] used in the Terms Query request has exceeded");
    const alias = {
      actions: [
        {
          add: {
            index: "posts",
            alias: "mine",
            filter: { terms: { user: { index: "friends", id: "of-dora", path: "names" } } },
          },
        },
      ],
    };
    expect((await server.call("POST", "/_aliases", alias, admin)).status).toBe(400);
  });

  test("stand wherever a query may stand, several at once", async () => {
    const terms = (id: string): object => ({ terms: { user: { index: "friends", id, path: "names" } } });
    const found = await asked({
      query: { bool: { must: [{ match_all: {} }], must_not: [terms("new")] } },
      post_filter: terms("of-dora"),
      aggs: { friends: { filter: terms("of-dora") } },
    });
    expect(idsOf(found)).toEqual(["cem"]);
    expect(found.body.aggregations.friends.doc_count).toBe(1);
  });
});
