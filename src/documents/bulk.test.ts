import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../store/memory-files.ts";
import type { IndexGrant } from "../access/index-grant.ts";
import type { BulkOptions } from "./documents.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";

const all: IndexGrant = { all: true, user: "admin", rules: [] };
const defaults: BulkOptions = {
  index: "i",
  routing: undefined,
  refresh: "false",
  requireAlias: false,
  requireDataStream: false,
  pipeline: undefined,
  sourceFilter: undefined,
  grant: all,
};

async function harness(options = {}): Promise<Harness> {
  const made = await new Harness(new MemoryFiles(), new Map(), options).start();
  await made.create(testIndex("i"));
  return made;
}

async function bulk(
  h: Harness,
  body: string,
  options: Partial<BulkOptions> = {},
  cuts: readonly number[] = [],
): Promise<{ errors: boolean; items: Record<string, Record<string, unknown>>[]; [key: string]: unknown }> {
  const bytes = Buffer.from(body);
  const handle = await h.service.bulkStart({ ...defaults, ...options }, bytes.length);
  try {
    const places = [
      0,
      ...[...new Set(cuts)].filter((cut) => cut > 0 && cut < bytes.length).sort((a, b) => a - b),
      bytes.length,
    ];
    for (let at = 0; bytes.length > 0 && at + 1 < places.length; at++)
      await h.service.bulkChunk(handle, bytes.subarray(places[at], places[at + 1]));
    return JSON.parse(Buffer.from((await h.service.bulkEnd(handle)).body).toString());
  } finally {
    await h.service.bulkAbort(handle);
  }
}

const lines = (...all: unknown[]): string =>
  all.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join("");

describe("a bulk request", () => {
  test("answers each item in order, failures as data", async () => {
    const h = await harness();
    const answer = await bulk(
      h,
      lines(
        { index: { _id: "1" } },
        { a: { bad: true } },
        { create: { _id: "1" } },
        { a: "x" },
        { create: { _id: "1" } },
        { a: "x" },
        { update: { _id: "1", _source: true } },
        { doc: { b: "y" } },
        { delete: { _id: "1" } },
        { delete: { _id: "1" } },
        { update: { _id: "1" } },
        { doc: { a: "x" } },
      ),
    );
    expect(answer.errors).toBe(true);
    expect(answer.items).toMatchObject([
      { index: { _index: "i", _id: "1", status: 400, error: { type: "document_parsing_exception" } } },
      {
        create: {
          _index: "i",
          _id: "1",
          _version: 1,
          result: "created",
          _shards: { total: 1, successful: 1, failed: 0 },
          _seq_no: 0,
          _primary_term: 1,
          status: 201,
        },
      },
      {
        create: {
          status: 409,
          error: {
            reason: "[1]: version conflict, document already exists (current version [1])",
            index_uuid: "uuid-of-i",
            shard: "0",
            index: "i",
          },
        },
      },
      {
        update: {
          result: "updated",
          _version: 2,
          get: { _seq_no: 1, _primary_term: 1, found: true, _source: { a: "x", b: "y" } },
          status: 200,
        },
      },
      { delete: { result: "deleted", _version: 3, status: 200 } },
      { delete: { result: "not_found", _version: 4, status: 404 } },
      { update: { status: 404, error: { type: "document_missing_exception" } } },
    ]);
  });

  // The words and the status are those of Elasticsearch 8.19.
  test("refuses updates by who sees only a part of the index, and writes the rest", async () => {
    const h = await harness();
    const rule = { names: ["*"], allowRestricted: false };
    const grant: IndexGrant = {
      all: false,
      user: "ada",
      rules: [
        { ...rule, privileges: ["read"], query: '{"term":{"a":"x"}}' },
        { ...rule, privileges: ["write"] },
      ],
    };
    const answer = await bulk(
      h,
      lines({ update: { _id: "1" } }, { doc: { a: "y" }, doc_as_upsert: true }, { index: { _id: "2" } }, { a: "y" }),
      { grant },
    );
    const reason =
      "Can't execute a bulk item request with update requests embedded if field or document level security is enabled";
    expect(answer.items).toMatchObject([
      { update: { status: 400, error: { type: "security_exception", reason } } },
      { index: { status: 201 } },
    ]);
  });

  test("says nothing else when it is cut into pieces anywhere", async () => {
    const body = lines(
      { index: { _id: "ä" } },
      { a: "ü" },
      { index: {} },
      { a: "x" },
      "",
      { delete: { _id: "ä" } },
      { create: { _id: "€" } },
      { a: "\u{1F600}" },
    ).replaceAll("\n", "\r\n");
    const whole = await bulk(await harness(), body);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(Buffer.byteLength(body)), { maxLength: 8 }), async (cuts) => {
        const { took: _pieces, ...answer } = await bulk(await harness(), body, {}, cuts);
        const { took: _whole, ...expected } = whole;
        expect(answer).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test("of one piece is refused as a whole when a line is malformed", async () => {
    const refused: [string, string][] = [
      [
        lines({ index: { _id: "1" } }, { a: "x" }).slice(0, -1),
        "The bulk request must be terminated by a newline [\\n]",
      ],
      [
        lines({ index: { _id: "1" } }, {}, { foo: {} }, {}),
        "Malformed action/metadata line [3], expected field [create], [delete], [index] or [update] but found [foo]",
      ],
      [lines([]), "Malformed action/metadata line [1], expected START_OBJECT but found [START_ARRAY]"],
      [lines({}), "Malformed action/metadata line [1], expected FIELD_NAME but found [END_OBJECT]"],
      [
        lines({ index: 3 }),
        "Malformed action/metadata line [1], expected START_OBJECT or END_OBJECT but found [VALUE_NUMBER]",
      ],
      [lines({ index: { _type: "x" } }, {}), "Action/metadata line [1] contains an unknown parameter [_type]"],
      [
        lines({ index: { _id: [1] } }, {}),
        "Malformed action/metadata line [1], expected a simple value for field [_id] but found [START_ARRAY]",
      ],
      [
        lines({ delete: { _id: "1", dynamic_templates: { a: "b" } } }),
        "Delete request in line [1] does not accept dynamic_templates",
      ],
      [
        lines({ index: { _id: "1", version: 5 } }, {}),
        "Validation Failed: 1: internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead;",
      ],
      [lines({ delete: {} }), "Validation Failed: 1: id is missing;"],
      [lines({ update: { _id: "1" } }, { foo: 1 }), "[1:2] [UpdateRequest] unknown field [foo]"],
      ["\n", "Validation Failed: 1: no requests added;"],
      ["", "request body is required"],
    ];
    const h = await harness();
    for (const [body, reason] of refused) await expect(bulk(h, body)).rejects.toThrow(reason);
    expect((await h.service.stats(["uuid-of-i"]))[0]?.maxSeqNo).toBe(-1);
  });

  test("refuses names that UTF-8 cannot keep, item by item", async () => {
    const h = await harness();
    const lines = [
      '{"index":{"_id":"\\ud800"}}\n{}',
      '{"index":{"_id":"1","routing":"a\\udc00"}}\n{}',
      '{"delete":{"_id":"\\ud800"}}',
      '{"index":{"_id":"\\ud83d\\ude00"}}\n{}',
    ];
    const { items } = await bulk(h, `${lines.join("\n")}\n`);
    expect(items.map((item) => Object.values(item)[0]!["status"])).toEqual([400, 400, 400, 201]);
    expect(Object.values(items[0]!)[0]).toMatchObject({ error: { type: "illegal_argument_exception" } });
    await h.service.close();
  });

  test("makes indices, but not for deletes", async () => {
    const h = await harness();
    const answer = await bulk(h, lines({ index: { _index: "new" } }, {}, { delete: { _index: "other", _id: "1" } }));
    expect(answer.items).toMatchObject([
      { index: { _index: "new", status: 201 } },
      {
        delete: {
          status: 404,
          error: { type: "index_not_found_exception", reason: "no such index [other]", "resource.id": "other" },
        },
      },
    ]);
    expect(answer.items[0]?.["index"]?.["_id"]).toMatch(/^[\w-]{20}$/);
  });

  test("is authorised by item and index", async () => {
    const h = await harness();
    const grant: IndexGrant = {
      all: false,
      user: "kim",
      roles: ["writer"],
      rules: [{ names: ["i*"], privileges: ["create_doc"], allowRestricted: false }],
    };
    const answer = await bulk(
      h,
      lines({ create: { _id: "1" } }, {}, { index: { _id: "1" } }, {}, { create: { _index: "x" } }, {}),
      { grant },
    );
    expect(answer.items).toMatchObject([
      { create: { status: 201 } },
      {
        index: {
          status: 403,
          error: {
            type: "security_exception",
            reason:
              "action [indices:data/write/index:op_type/index] is unauthorized for user [kim] with effective roles [writer] on indices [i], this action is granted by the index privileges [create,index,write,all]",
          },
        },
      },
      { create: { status: 403, error: { type: "security_exception" } } },
    ]);
  });

  test("makes an index only for who may make one", async () => {
    const h = await harness();
    const rule = (privileges: string[]): IndexGrant => ({
      all: false,
      user: "kim",
      roles: ["writer"],
      rules: [{ names: ["*"], privileges, allowRestricted: false }],
    });
    const body = lines({ index: { _id: "1" } }, {}, { index: { _id: "1", _index: "made" } }, {});
    const refused = await bulk(h, body, { grant: rule(["write"]) });
    expect(refused.items).toMatchObject([
      { index: { status: 201 } },
      {
        index: {
          status: 403,
          error: {
            reason:
              "action [indices:admin/auto_create] is unauthorized for user [kim] with effective roles [writer] on indices [made], this action is granted by the index privileges [auto_configure,create_index,manage,all]",
          },
        },
      },
    ]);
    const answer = await bulk(h, body, { grant: rule(["write", "auto_configure"]) });
    expect(answer.items).toMatchObject([{ index: { status: 200 } }, { index: { status: 201 } }]);
  });

  test("is refused when too many bytes are under way, and again welcome afterwards", async () => {
    const h = await harness({ maximumBytesUnderWay: 100 });
    const first = await h.service.bulkStart(defaults, 90);
    await expect(h.service.bulkStart(defaults, 20)).rejects.toMatchObject({
      status: 429,
      type: "es_rejected_execution_exception",
    });
    await h.service.bulkAbort(first);
    expect((await bulk(h, lines({ index: {} }, {}))).errors).toBe(false);
  });

  test("with refresh=true tells that each item's shard was refreshed", async () => {
    const h = await harness();
    const answer = await bulk(h, lines({ index: { _id: "1" } }, {}), { refresh: "true" });
    expect(answer.items[0]?.["index"]?.["forced_refresh"]).toBe(true);
    expect(h.visible("i").size).toBe(1);
  });
});
