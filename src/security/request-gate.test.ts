import { describe, expect, test } from "vitest";
import { Authorizer, neededRights, type NeededRights } from "./authorizer.ts";
import type { Authenticator, Principal } from "./principal.ts";
import { requestGate } from "./request-gate.ts";
import { unsecuredPrincipal } from "./superuser.ts";

const rita: Principal = {
  ...unsecuredPrincipal,
  username: "rita",
  superuser: false,
  roles: ["reader"],
  clusterPrivileges: [],
  indices: { all: false, user: "rita", rules: [{ names: ["books"], privileges: ["read"], allowRestricted: false }] },
};
const authenticator: Authenticator = {
  authenticate: (headers) => Promise.resolve(headers["authorization"] === undefined ? undefined : rita),
};
const search = neededRights({ name: "search", actions: ["indices:data/read/search"] });
const info = neededRights({ name: "info", actions: ["cluster:monitor/main"] });
const help = neededRights({ name: "cat.help", actions: [] });
const gate = requestGate({ authenticator, authorizer: new Authorizer() });
const ask = (
  rights: NeededRights | undefined,
  parameters: Record<string, string> = {},
  headers: Record<string, string> = { authorization: "x" },
): Promise<Principal> =>
  gate({ head: { method: "GET", url: "/books/_search?q=a", headers }, clientAddress: "::1" }, rights, parameters);

describe("the gate", () => {
  test("lets nobody in without credentials, whatever the path", async () => {
    for (const rights of [search, help, undefined]) {
      await expect(ask(rights, {}, {})).rejects.toMatchObject({
        status: 401,
        type: "security_exception",
        message: "missing authentication credentials for REST request [/books/_search?q=a]",
        details: {
          header: {
            "WWW-Authenticate": ['Basic realm="security", charset="UTF-8"', 'Bearer realm="security"', "ApiKey"],
          },
        },
      });
    }
  });

  test("lets callers do what they may", async () => {
    expect((await ask(search, { index: "books" })).username).toBe("rita");
    expect((await ask(help)).username).toBe("rita");
    expect((await ask(undefined)).username).toBe("rita");
    await expect(ask(search, { index: "secret" })).rejects.toMatchObject({ status: 403 });
    await expect(ask(info)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("action [cluster:monitor/main] is unauthorized for user [rita]"),
    });
  });
});
