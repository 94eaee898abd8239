import { describe, expect, test } from "vitest";
import type { Json } from "../core/json.ts";
import { runCase, testIngest } from "../testing/ingest/run-case.ts";

const service = testIngest();
/** What one processor makes of a source: only what it added or changed. */
async function made(processor: Json, source: Json, extra?: Json): Promise<Json> {
  const answer = await runCase(service, [processor], source, extra);
  return answer;
}

describe("what is no processor at all is refused with 400, in the words of Elasticsearch's 500", () => {
  test.each([
    [[[]], "class_cast_exception", /^class java.util.ArrayList cannot be cast to class java.util.Map /],
    [[1], "class_cast_exception", /^class java.lang.Integer cannot be cast/],
    [[null], "null_pointer_exception", /"processorConfigWithKey" is null$/],
    [[{ set: { field: "a", value: 1, on_failure: ["x"] } }], "class_cast_exception", /^class java.lang.String /],
    [[{ set: { field: "a", value: 1, if: { lang: "x", source: "1" } } }], "exception", /IllegalArgumentException: /],
  ])("%j", async (processors, type, reason) => {
    const answer = await runCase(service, processors, {});
    expect(answer).toMatchObject({ status: 400, error: { type, reason: expect.stringMatching(reason) } });
  });
});

describe("processors that neither server at hand has, by the documentation of Elasticsearch", () => {
  test.each([
    [{}, { n: 34_855, m: 80, t: "tcp", a: "128.232.110.120", b: "66.35.250.204" }, "1:LQU9qZlK+B5F3KDmev6m5PMibrg="],
    [{}, { n: 80, m: 34_855, t: "tcp", b: "128.232.110.120", a: "66.35.250.204" }, "1:LQU9qZlK+B5F3KDmev6m5PMibrg="],
    [
      { seed: 1 },
      { n: 34_855, m: 80, t: "tcp", a: "128.232.110.120", b: "66.35.250.204" },
      "1:3V71V58M3Ksw/yuFALMcW0LAHvc=",
    ],
    [{}, { n: 12_345, m: 80, t: "TCP", a: "123.124.125.126", b: "55.56.57.58" }, "1:9qr9Z1LViXcNwtLVOHZ3CL8MlyM="],
    [{}, { type: 8, code: 0, t: "icmp", a: "192.168.0.89", b: "192.168.0.1" }, "1:X0snYXpgwiv9TZtqg64sgzUn6Dk="],
    [{}, { n: 54_585, m: 53, t: "udp", a: "192.168.1.52", b: "8.8.8.8" }, "1:d/FP5EW3wiY1vCndhwleRRKHowQ="],
  ] as const)("community_id %j %j", async (options, flow, id) => {
    const source: Record<string, Json> = {
      source: { ip: flow.a, ...("n" in flow ? { port: flow.n } : {}) },
      destination: { ip: flow.b, ...("m" in flow ? { port: flow.m } : {}) },
      network: { transport: flow.t },
      ...("type" in flow ? { icmp: { type: flow.type, code: flow.code } } : {}),
    };
    expect(await made({ community_id: { target_field: "id", ...options } }, source)).toMatchObject({ source: { id } });
  });

  test("fingerprint", async () => {
    const user = { last_name: "Smith", first_name: "John", date_of_birth: "1980-01-15", is_active: true };
    const answer = await made({ fingerprint: { fields: ["user"] } }, { user });
    expect(answer).toMatchObject({ source: { fingerprint: "WbSUPW4zY1PBPehh2AA/sSxiRjw=" } });
    expect(await made({ fingerprint: { fields: ["x"] } }, {})).toMatchObject({
      error: { reason: "missing field [x] when calculating fingerprint" },
    });
    expect(await made({ fingerprint: { fields: ["x"], ignore_missing: true } }, {})).toEqual({ source: {} });
  });

  test("uri_parts", async () => {
    const text = "http://myusername:mypassword@www.example.com:80/foo.gif?key1=val1&key2=val2#fragment";
    expect(await made({ uri_parts: { field: "i", remove_if_successful: true } }, { i: text })).toEqual({
      source: {
        url: {
          original: text,
          scheme: "http",
          domain: "www.example.com",
          fragment: "fragment",
          path: "/foo.gif",
          port: 80,
          username: "myusername",
          password: "mypassword",
          query: "key1=val1&key2=val2",
          extension: "gif",
          user_info: "myusername:mypassword",
        },
      },
    });
  });

  test.each([
    ["128.232.110.120", "192.168.1.1", "inbound"],
    ["192.168.1.1", "128.232.110.120", "outbound"],
    ["10.0.0.1", "fd00::1", "internal"],
    ["8.8.8.8", "1.1.1.1", "external"],
  ])("network_direction %s %s", async (from, to, direction) => {
    const source = { source: { ip: from }, destination: { ip: to } };
    expect(await made({ network_direction: { internal_networks: ["private"] } }, source)).toMatchObject({
      source: { network: { direction } },
    });
  });

  test("reroute sends a document by the parts of its index, its fields, or to a destination", async () => {
    const to = async (reroute: Json, source: Json): Promise<Json> =>
      ((await made({ reroute }, source, { _index: "logs-generic-default" })) as { _index?: string })._index ?? null;
    expect(await to({ dataset: "nginx" }, {})).toBe("logs-nginx-default");
    expect(await to({}, { data_stream: { dataset: "My Set", namespace: "a-b" } })).toBe("logs-my_set-a-b");
    expect(await to({ dataset: ["{{service}}", "other"], namespace: "n" }, { service: "A" })).toBe("logs-a-n");
    expect(await to({ destination: "elsewhere" }, {})).toBe("elsewhere");
    expect(await made({ reroute: { destination: "x", dataset: "y" } }, {})).toMatchObject({
      error: { reason: "[destination] can only be set if type, dataset, and namespace are not set" },
    });
    expect(await made({ reroute: {} }, {}, { _index: "plain" })).toMatchObject({
      error: { reason: "invalid data stream name: [plain]; must follow naming scheme <type>-<dataset>-<namespace>" },
    });
  });

  test("set copies from a field, remove keeps some, dot_expander takes all, json merges", async () => {
    expect(await made({ set: { field: "b", copy_from: "a" } }, { a: [1] })).toEqual({ source: { a: [1], b: [1] } });
    expect(await made({ remove: { keep: ["a.b", "c"] } }, { a: { b: 1, d: 1 }, c: { e: 1 }, f: 1 })).toEqual({
      source: { a: { b: 1 }, c: { e: 1 } },
    });
    expect(await made({ dot_expander: { field: "*" } }, { "a.b": 1, "c.d": 2 })).toEqual({
      source: { a: { b: 1 }, c: { d: 2 } },
    });
    const json = { field: "j", add_to_root: true, add_to_root_conflict_strategy: "merge" };
    expect(await made({ json }, { j: '{"o":{"b":1}}', o: { a: 1 } })).toEqual({
      source: { j: '{"o":{"b":1}}', o: { a: 1, b: 1 } },
    });
    expect(await made({ json: { field: "j" } }, { j: "1 x" })).toMatchObject({
      error: { reason: "The input 1 x is not valid JSON and the strict_json_parsing parameter is true" },
    });
    expect(await made({ json: { field: "j", strict_json_parsing: false } }, { j: "1 x" })).toEqual({
      source: { j: 1 },
    });
    expect(await made({ json: { field: "j", allow_duplicate_keys: true } }, { j: '{"a":1,"a":2}' })).toEqual({
      source: { j: { a: 2 } },
    });
  });

  test("set_security_user refuses where nobody is known", async () => {
    expect(await made({ set_security_user: { field: "u" } }, {})).toMatchObject({
      error: { type: "illegal_state_exception" },
    });
    expect(await made({ set_security_user: { field: "u", properties: ["x"] } }, {})).toMatchObject({
      error: { reason: expect.stringContaining("Property value [x] is invalid") },
    });
  });
});
