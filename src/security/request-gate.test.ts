import { describe, expect, test } from "vitest";
import { Authorizer, neededRights, type NeededRights } from "./authorizer.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
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
  remembered: () => undefined,
};
const search = neededRights({ name: "search", actions: ["indices:data/read/search"] });
const info = neededRights({ name: "info", actions: ["cluster:monitor/main"] });
const help = neededRights({ name: "cat.help", actions: [] });
const gate = requestGate({ authenticator, authorizer: new Authorizer() });
const ask = (
  rights: NeededRights | undefined,
  parameters: Record<string, string> = {},
  headers: Record<string, string> = { authorization: "x" },
): MaybeLater<Principal> =>
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

  test("knows a head again, while its credentials hold and from where they were shown", async () => {
    let verified = 0;
    let holds = true;
    const remembering = requestGate({
      authenticator: {
        authenticate: () => Promise.resolve(rita).finally(() => verified++),
        remembered: () => ({ principal: rita, untilMs: Infinity, holds: () => holds }),
      },
      authorizer: new Authorizer(),
    });
    const head = { method: "GET", url: "/books/_search", headers: { authorization: "x" }, notes: [] };
    const asked = (clientAddress: string, of = head): MaybeLater<Principal> =>
      remembering({ head: of, clientAddress }, search, { index: "books" });
    await asked("::1");
    expect(asked("::1")).toBe(rita);
    expect(verified).toBe(1);
    await asked("::2");
    expect(verified).toBe(2);
    holds = false;
    await asked("::2");
    expect(verified).toBe(3);
    holds = true;
    expect(asked("::2")).toBe(rita);
    const dated = { ...head, url: "/%3Cbooks-{now/d}%3E/_search", notes: [] };
    await asked("::1", dated);
    expect(asked("::1", dated)).toBeInstanceOf(Promise);
  });
});
