import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { wrongCredentials } from "./authentication-errors.ts";
import { parseAuthorization } from "./credentials.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("the table of credentials", () => {
  test("Bearer <key>", () => {
    expect(parseAuthorization("Bearer abc-123")).toEqual({ kind: "key", key: "abc-123", scheme: "bearer" });
  });

  test("ApiKey base64(id:key)", () => {
    expect(parseAuthorization(`ApiKey ${base64("id:k:ey")}`)).toEqual({ kind: "api_key", id: "id", key: "k:ey" });
  });

  test("Basic base64(user:password), where the password may be a key and may have colons", () => {
    expect(parseAuthorization(`Basic ${base64("ann:p:w ü")}`)).toEqual({
      kind: "password",
      username: "ann",
      password: "p:w ü",
    });
  });

  test("Basic base64(<key>)", () => {
    expect(parseAuthorization(`Basic ${base64("abc123")}`)).toEqual({ kind: "key", key: "abc123", scheme: "basic" });
  });

  test("the bare key", () => {
    expect(parseAuthorization("abc123")).toEqual({ kind: "key", key: "abc123", scheme: "bare" });
  });

  test("the scheme word ignores case, blanks around are trimmed", () => {
    expect(parseAuthorization(" bEARER   abc ")).toEqual({ kind: "key", key: "abc", scheme: "bearer" });
  });

  test.each([undefined, "", "  ", "Bearer", "Basic ", "Negotiate abc", "Digest a=b", "x".repeat(9000), []])(
    "%s is no credential",
    (header) => {
      expect(parseAuthorization(header)).toBeUndefined();
    },
  );
});

describe("refusals", () => {
  const reasonOf = (header: string): { reason: string; cause: string | undefined; more: unknown } => {
    const credentials = parseAuthorization(header);
    if (!credentials) throw new Error("no credentials");
    const error = wrongCredentials(credentials, "/x?y");
    return {
      reason: error.message,
      cause: error.cause?.message,
      more: error.details["additional_unsuccessful_credentials"],
    };
  };
  const NOT = "unable to authenticate with provided credentials and anonymous access is not allowed for this request";

  test.each([
    [
      `Basic ${base64("elastic:wrong")}`,
      "unable to authenticate user [elastic] for REST request [/x?y]",
      undefined,
      undefined,
    ],
    ["Basic !!!", "invalid basic authentication header encoding", "Illegal base64 character 21", undefined],
    [
      "Basic A",
      "invalid basic authentication header encoding",
      "Input byte[] should at least have 2 bytes for base64 bytes",
      undefined,
    ],
    [
      "Basic Zg=",
      "invalid basic authentication header encoding",
      "Input byte array has wrong 4-byte ending unit",
      undefined,
    ],
    [
      "Basic Zg===",
      "invalid basic authentication header encoding",
      "Input byte array has incorrect ending byte at 4",
      undefined,
    ],
    [
      "Basic Zg==Zg",
      "invalid basic authentication header encoding",
      "Input byte array has incorrect ending byte at 4",
      undefined,
    ],
    [
      "Basic Zm9v=",
      "invalid basic authentication header encoding",
      "Input byte array has wrong 4-byte ending unit",
      undefined,
    ],
    ["Basic YWJj", "invalid basic authentication header value", undefined, undefined],
    ["Bearer x", NOT, undefined, "oauth2 token: invalid token"],
    ["ApiKey x", NOT, undefined, "API key: Input byte[] should at least have 2 bytes for base64 bytes"],
    ["ApiKey YWJj", NOT, undefined, "API key: invalid ApiKey value"],
    ["ApiKey YTpi", NOT, undefined, "API key: apikey authentication for id a encountered a failure"],
  ])("%s", (header, reason, cause, more) => {
    expect(reasonOf(header)).toEqual({ reason, cause, more });
  });

  test("any header gives nothing or credentials, and every refusal is a 401", () => {
    const scheme = fc.constantFrom("Basic", "Bearer", "ApiKey", "basic", "Token", "");
    const rest = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.base64String(), fc.string().map(base64));
    fc.assert(
      fc.property(scheme, rest, (word, text) => {
        const credentials = parseAuthorization(`${word} ${text}`);
        if (!credentials) return;
        const error = wrongCredentials(credentials, "/");
        expect(error).toBeInstanceOf(RequestError);
        expect(error.status).toBe(401);
        expect(error.details["header"]).toBeDefined();
      }),
    );
  });
});
