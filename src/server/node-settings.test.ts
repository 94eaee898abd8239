import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestAuthority } from "../testing/nodes/certificates.ts";
import { toNodeSettings } from "./node-settings.ts";

let folder: string;
let given: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wardex-node-settings-"));
  const [ours, others] = [await TestAuthority.make(), await TestAuthority.make()];
  for (const [of, name, authority] of [
    ["", "one", ours],
    ["two-", "two", ours],
    ["other-", "one", others],
  ] as const) {
    const { certificate, key, authority: ca } = await authority.node(name);
    for (const [what, pem] of Object.entries({ certificate, key, ca }))
      writeFileSync(join(folder, `${of}${what}.pem`), pem);
  }
  given = {
    cluster: "nats",
    "node-listen": "127.0.0.1:9300",
    "node-certificate": join(folder, "certificate.pem"),
    "node-key": join(folder, "key.pem"),
    "node-ca": join(folder, "ca.pem"),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (more: Record<string, string> = {}) =>
  toNodeSettings((flag) => ({ ...given, ...more })[flag] ?? "", "one");

test("a process is one of several nodes where it listens for others", () => {
  expect(toNodeSettings(() => "", "one")).toBeUndefined();
  expect(read()).toMatchObject({
    listen: { host: "127.0.0.1", port: 9300 },
    roles: ["data", "data_content", "ingest", "master"],
    attributes: {},
  });
  const more = { "node-address": "[::1]:9301", "node-roles": "master,data", "node-attributes": "rack=r1, zone=z2" };
  expect(read(more)).toMatchObject({
    address: { host: "::1", port: 9301 },
    roles: ["data", "master"],
    attributes: { rack: "r1", zone: "z2" },
  });
  expect(read({ "node-roles": "coordinating_only" })).toMatchObject({ roles: [] });
});

test.each([
  [{ "node-listen": "" }, "--node-certificate is of no use without --node-listen"],
  [{ cluster: "" }, "--node-listen needs --cluster nats or --cluster objects"],
  [{ "node-listen": "9300" }, "--node-listen must be host:port, not [9300]"],
  [{ "node-listen": "0.0.0.0:9300" }, "say by --node-address which one the other nodes use"],
  [{ "node-address": "host:0" }, "--node-address must be host:port"],
  [{ "node-key": "" }, "--node-listen needs --node-key"],
  [{ "node-roles": "data,king" }, "--node-roles: unknown role [king]"],
  [{ "node-attributes": "rack" }, "--node-attributes must be name=value"],
])("%j is refused", (more: Record<string, string>, text) => {
  expect(() => read(more)).toThrow(text);
});

test("certificates that do not fit together are refused", () => {
  const file = (name: string): string => join(folder, `${name}.pem`);
  expect(() => read({ "node-ca": file("other-ca") })).toThrow("is not signed by --node-ca");
  expect(() => read({ "node-key": file("two-key") })).toThrow("--node-key is not the key of --node-certificate");
  expect(() => read({ "node-certificate": file("two-certificate"), "node-key": file("two-key") })).toThrow(
    "is that of the node [two], and --node-name is [one]",
  );
  expect(() => read({ "node-ca": file("none") })).toThrow("--node-ca: ENOENT");
  expect(() => read({ "node-ca": file("key") })).toThrow("--node-ca cannot be used");
});
