import { X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeCertificate } from "./node-certificate.ts";

let folder: string;
let shown: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wardex-"));
  shown = "";
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): Promise<void> {
  const out = (text: string): void => void (shown += text);
  return nodeCertificate.run({ args: [...args, "--folder", folder], environment: {}, input: async () => "", out });
}

function certificate(name: string): X509Certificate {
  return new X509Certificate(readFileSync(join(folder, `${name}.crt`)));
}

test("the first node of a cluster makes its authority, and the others are signed by the same one", async () => {
  await run("node-1");
  await run("node-2", "10.0.0.2", "two.example", "--days", "30");
  expect(readdirSync(folder)).toEqual(["ca.crt", "ca.key", "node-1.crt", "node-1.key", "node-2.crt", "node-2.key"]);
  const ca = certificate("ca");
  const [one, two] = [certificate("node-1"), certificate("node-2")];
  expect([ca.ca, one.ca]).toEqual([true, false]);
  for (const node of [one, two]) expect(node.checkIssued(ca) && node.verify(ca.publicKey)).toBe(true);
  expect(one.subject).toBe("O=Wardex\nOU=Nodes\nCN=node-1");
  expect(two.subjectAltName).toBe("IP Address:10.0.0.2, DNS:two.example");
  expect(statSync(join(folder, "node-1.key")).mode & 0o777).toBe(0o600);
  expect(shown.match(/authority/g)).toHaveLength(1);
});

test("what is there is never written over, and no other authority is taken", async () => {
  await run("node-1");
  const before = readFileSync(join(folder, "node-1.crt"));
  await expect(run("node-1")).rejects.toThrow("is there already");
  expect(readFileSync(join(folder, "node-1.crt"))).toEqual(before);
  writeFileSync(join(folder, "ca.crt"), before);
  await expect(run("node-2")).rejects.toThrow("is no authority with its key");
  rmSync(join(folder, "ca.key"));
  await expect(run("node-2")).rejects.toThrow("cannot read");
});

test("what cannot be is refused", async () => {
  await expect(run()).rejects.toThrow("[] is no name of a node");
  await expect(run("ca")).rejects.toThrow("[ca] is no name of a node");
  await expect(run("a/b")).rejects.toThrow("[a/b] is no name of a node");
  await expect(run("a", "--days", "0")).rejects.toThrow("--days must be a number from 1 to 3650");
  await expect(run("a", "not a host")).rejects.toThrow("is no name of a host");
  await expect(run("a", "--nights", "0")).rejects.toThrow("See wardex --help");
  expect(readdirSync(folder)).toEqual([]);
});
