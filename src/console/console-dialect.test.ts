import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RawResponse, RequestHead } from "../http/exchange.ts";
import { consoleDialect } from "./console-dialect.ts";
import { ConsoleFiles } from "./console-files.ts";

const PAGE = "<!doctype html><title>console</title>";
const SCRIPT = "export {};";
const HTML = { accept: "text/html,application/xhtml+xml" };
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wardex-console-"));
  const files = { "index.html": "text/html; charset=utf-8", "main-AB.js": "text/javascript; charset=utf-8" };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ files }));
  for (const [name, text] of [
    ["index.html", PAGE],
    ["main-AB.js", SCRIPT],
  ] as const)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ask(url: string, headers: Record<string, string> = {}, method = "GET"): RawResponse | undefined {
  const dialect = consoleDialect(new ConsoleFiles(folder), "index.html");
  const head = { method, url, headers } as unknown as RequestHead;
  if (!dialect.takes?.(head)) return undefined;
  return dialect.open({ head, clientAddress: "127.0.0.1", body: undefined, onGone() {} }).route();
}

test("a page is for who asks for one; it is closed to scripts, styles and frames of others", () => {
  const answer = ask("/ui/", { ...HTML, "accept-encoding": "gzip, deflate, br, zstd" });
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Encoding": "br",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
  const policy = String(answer?.headers["Content-Security-Policy"]);
  for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "trusted-types 'none'"])
    expect(policy).toContain(rule);
  expect(policy).not.toContain("unsafe");
  expect(brotliDecompressSync(answer?.body ?? new Uint8Array()).toString()).toBe(PAGE);
});

test("files travel as the client takes them, and are kept by browsers for good", () => {
  const file = ask("/ui/a/main-AB.js", { "accept-encoding": "gzip" });
  expect(file?.headers).toMatchObject({
    "Content-Encoding": "gzip",
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
  });
  expect(gunzipSync(file?.body ?? new Uint8Array()).toString()).toBe(SCRIPT);
  const plain = ask("/ui/a/main-AB.js?x=1");
  expect(plain?.headers["Content-Encoding"]).toBeUndefined();
  expect(Buffer.from(plain?.body ?? []).toString()).toBe(SCRIPT);
  const head = ask("/ui/a/main-AB.js", {}, "HEAD");
  expect([head?.body.length, head?.headers["Content-Length"]]).toEqual([0, String(SCRIPT.length)]);
});

test.each([
  ["GET", "/ui/", { accept: "*/*" }],
  ["GET", "/ui/", { accept: "application/json" }],
  ["GET", "/ui", HTML],
  ["GET", "/ui/_search", HTML],
  ["GET", "/ui/_doc/1", HTML],
  ["GET", "/ui/a/other.js", HTML],
  ["GET", "/ui/a/index.html", HTML],
  ["GET", "/ui/a/../manifest.json", HTML],
  ["GET", "/ui/a/constructor", HTML],
  ["PUT", "/ui/", HTML],
  ["DELETE", "/ui/", HTML],
  ["GET", "/uix/", HTML],
])("an index may be called ui: %s %s with %j is not the console's", (method, url, headers) => {
  expect(ask(url, headers, method)).toBeUndefined();
});

test("a browser that opens / is led to the page; programs are not", () => {
  const answer = ask("/", { ...HTML, "sec-fetch-mode": "navigate" });
  expect([answer?.status, answer?.headers["Location"]]).toEqual([302, "/ui/"]);
  for (const headers of [{}, HTML, { accept: "*/*", "sec-fetch-mode": "cors" }, { ...HTML, "sec-fetch-mode": "cors" }])
    expect(ask("/", headers)).toBeUndefined();
});

test("a build without the console says so, and leaves / alone", () => {
  const dialect = consoleDialect(new ConsoleFiles(join(folder, "nothing")), "index.html");
  const headOf = (url: string): RequestHead => ({
    method: "GET",
    url,
    headers: { ...HTML, "sec-fetch-mode": "navigate" },
  });
  const open = (url: string): unknown =>
    dialect.open({ head: headOf(url), clientAddress: "", body: undefined, onGone() {} }).route();
  expect(dialect.takes?.(headOf("/"))).toBe(false);
  expect(open("/ui/")).toMatchObject({ status: 404 });
});
