import { describe, expect, test } from "vitest";
import { hashPassword, isOutdated, verifyPassword } from "./password-hash.ts";

const CHEAP = { logN: 4, blockSize: 1, parallelism: 1 };

describe("password hashes", () => {
  test("hold for the password alone, with the parameters in the text", async () => {
    const text = await hashPassword("päss word", CHEAP);
    expect(text).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$/);
    expect(await verifyPassword("päss word", text)).toBe(true);
    expect(await verifyPassword("päss word ", text)).toBe(false);
    expect(isOutdated(text)).toBe(true);
  });

  test("two of one password differ", async () => {
    expect(await hashPassword("a", CHEAP)).not.toBe(await hashPassword("a", CHEAP));
  });

  test("default parameters are the present ones", async () => {
    expect(isOutdated(await hashPassword("a"))).toBe(false);
  });

  test.each([
    "",
    "x",
    "$scrypt$ln=4,r=1,p=1$aaaaaaaa$short",
    "$scrypt$ln=40,r=8,p=1$aaaaaaaaaaaaaaaa$" + "a".repeat(43),
    "$scrypt$ln=0,r=0,p=0$aaaaaaaaaaaaaaaa$" + "a".repeat(43),
  ])("%s is no hash and costs nothing", async (text) => {
    expect(await verifyPassword("a", text)).toBe(false);
  });

  test("a flood is turned away instead of queued without end", async () => {
    const text = await hashPassword("a", CHEAP);
    const checks = await Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword("a", text)));
    const refused = checks.filter((check) => check.status === "rejected");
    expect(refused.length).toBe(300 - 202);
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ status: 429 });
  });
});
