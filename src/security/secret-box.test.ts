import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { SecretBox, SecretUnreadable } from "./secret-box.ts";
import { randomSecretKey, readSecretKey, SecretKeyError } from "./secret-key.ts";

const folder = mkdtempSync(join(tmpdir(), "wardex-secret-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("sealed secrets", () => {
  const box = new SecretBox(randomSecretKey());

  test("open again at their place", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, place) => {
        expect(box.open(box.seal(text, place), place)).toBe(text);
      }),
    );
  });

  test("do not open elsewhere, with another key, or changed by one character", () => {
    const sealed = box.seal("secret", "token:1");
    expect(() => box.open(sealed, "token:2")).toThrow(SecretUnreadable);
    expect(() => new SecretBox(randomSecretKey()).open(sealed, "token:1")).toThrow(SecretUnreadable);
    fc.assert(
      fc.property(fc.nat(sealed.length - 2), (at) => {
        const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
        expect(() => box.open(changed, "token:1")).toThrow(SecretUnreadable);
      }),
    );
  });

  test("do not show what they hold, and differ each time", () => {
    expect(box.seal("secret", "p")).not.toContain("secret");
    expect(box.seal("secret", "p")).not.toBe(box.seal("secret", "p"));
  });

  test("a digest depends on the key", () => {
    expect(box.digest("a")).toBe(box.digest("a"));
    expect(box.digest("a")).not.toBe(box.digest("b"));
    expect(box.digest("a")).not.toBe(new SecretBox(randomSecretKey()).digest("a"));
  });
});

describe("the key file", () => {
  test("is made with mode 0600, and read again", () => {
    const path = join(folder, "new", "secret.key");
    const key = readSecretKey(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readSecretKey(path)).toEqual(key);
    expect(readFileSync(path, "utf8")).toBe(`${Buffer.from(key).toString("base64")}\n`);
  });

  test("is refused when others can read it, or when it holds something else", () => {
    const open = join(folder, "open.key");
    readSecretKey(open);
    chmodSync(open, 0o640);
    expect(() => readSecretKey(open)).toThrow(/can be read by others \(mode 0640\)/);
    const short = join(folder, "short.key");
    writeFileSync(short, "abc", { mode: 0o600 });
    expect(() => readSecretKey(short)).toThrow(SecretKeyError);
  });
});
