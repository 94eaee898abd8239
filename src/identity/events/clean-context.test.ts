import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../core/json.ts";
import { cleanContext, MASK } from "./clean-context.ts";

describe("a context", () => {
  test("keeps what is no secret", () => {
    const context = {
      message: "all well",
      passing: true,
      result: { is_passing: [1, null, "x"] },
      author: "a",
      n: 12.5,
    };
    expect(cleanContext(context)).toEqual(context);
  });

  test("shows asterisks in place of what lies under the names of secrets, and the shape of what is there", () => {
    expect(
      cleanContext({
        password: "p",
        API: 1,
        "x-Signature": null,
        deep: [{ accessKey: ["a", { b: "c" }] }],
        token: { value: "v", list: [true] },
      }),
    ).toEqual({
      password: MASK,
      API: MASK,
      "x-Signature": MASK,
      deep: [{ accessKey: [MASK, { b: MASK }] }],
      token: { value: MASK, list: [MASK] },
    });
    expect(MASK).toBe("********************");
  });

  test("names the records that hold secrets", () => {
    const secret = { app: "authentik_core", model_name: "token", pk: "ab", name: "my-token" };
    expect(cleanContext({ secret, token: secret })).toEqual({ secret, token: secret });
    expect(cleanContext({ secret: { ...secret, value: "v" } })).toEqual({
      secret: { app: MASK, model_name: MASK, pk: MASK, name: MASK, value: MASK },
    });
    expect(cleanContext({ secret: { ...secret, pk: { inner: "v" } } })).toMatchObject({
      secret: { pk: { inner: MASK } },
    });
  });

  test("shows no private key and no credentials within a text", () => {
    const { text } = cleanContext({
      text: "at https://bob:hunter2@example.org/x with Authorization: Bearer abcdefgh12345\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- end",
    });
    expect(text).toBe(`at https://${MASK}@example.org/x with Authorization: Bearer ${MASK}\n${MASK} end`);
  });

  test("takes the dashes from uuids", () => {
    expect(
      cleanContext({
        policy_uuid: "0F8FAD5B-d9cb-469f-a165-70867728950e",
        other: "x 0f8fad5b-d9cb-469f-a165-70867728950e",
      }),
    ).toEqual({
      policy_uuid: "0f8fad5bd9cb469fa16570867728950e",
      other: "x 0f8fad5b-d9cb-469f-a165-70867728950e",
    });
  });

  test("is of a bounded size, depth and length", () => {
    let deep: Json = "bottom";
    for (let level = 0; level < 100; level++) deep = [deep];
    expect(JSON.stringify(cleanContext({ deep })).length).toBeLessThan(60);
    expect(JSON.stringify(cleanContext({ long: "x".repeat(1e6) })).length).toBeLessThan(4200);
    expect(JSON.stringify(cleanContext({ list: Array.from({ length: 1e5 }, () => "abc") })).length).toBeLessThan(
      50_000,
    );
    const wide = Object.fromEntries(Array.from({ length: 1e5 }, (_, at) => [`name${at}`, "x"]));
    expect(JSON.stringify(cleanContext(wide)).length).toBeLessThan(50_000);
  });
});

test("planted secrets never come out, wherever they stand", () => {
  const plain = fc.constantFrom("message", "app", "result", "user", "a", "passing", "list");
  const secretName = fc
    .tuple(
      fc.constantFrom("", "x_", "my"),
      fc.constantFrom("api", "TOKEN", "Key", "secret", "Pass", "passWord", "signature", "apikey"),
      fc.constantFrom("", "_1", "s"),
    )
    .map((parts) => parts.join(""));
  let planted = 0;
  const secret = fc.nat(1e9).map((n) => `planted-${n}`);
  const { tree, hidden } = fc.letrec<{ tree: Json; hidden: Json }>((tie) => ({
    // Everything below a name of secrets is one.
    hidden: fc.oneof(
      { maxDepth: 4 },
      secret,
      fc.array(tie("hidden"), { maxLength: 3 }),
      fc.dictionary(plain, tie("hidden"), { maxKeys: 3 }),
    ),
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Json>("text", 1, true, null),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc
        .tuple(
          fc.dictionary(plain, tie("tree"), { maxKeys: 3 }),
          fc.dictionary(secretName, tie("hidden"), { maxKeys: 2 }),
        )
        .map(([open, closed]): JsonObject => ({ ...open, ...closed })),
    ),
  }));
  fc.assert(
    fc.property(
      fc.dictionary(plain, tree, { maxKeys: 3 }),
      fc.dictionary(secretName, hidden, { maxKeys: 2 }),
      (open, closed) => {
        const context = { ...open, ...closed };
        if (JSON.stringify(context).includes("planted-")) planted++;
        expect(JSON.stringify(cleanContext(context))).not.toContain("planted-");
      },
    ),
    { numRuns: 500 },
  );
  expect(planted).toBeGreaterThan(50);
});
