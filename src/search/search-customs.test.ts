import { expect, test } from "vitest";
import { applyAllCustoms, defaultSearchCustoms, type SearchCustoms } from "./search-customs.ts";

test("a thread that starts late is handed every kind, as it stands", () => {
  const settings = { ...defaultSearchCustoms.settings, maxBuckets: 7 };
  const told = new Map<keyof SearchCustoms, unknown>();
  applyAllCustoms(
    { ...defaultSearchCustoms, settings },
    { applyCustoms: (kind, things) => void told.set(kind, things) },
  );
  expect([...told.keys()]).toEqual(Object.keys(defaultSearchCustoms));
  expect(told.get("settings")).toBe(settings);
});
