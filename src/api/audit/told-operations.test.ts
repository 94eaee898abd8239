import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { operationRoutes } from "../../http/operation-routes.ts";
import { operations } from "../../testing/server/all-operations.ts";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Reads and writes of documents administer nothing, whatever the method. */
function isAboutDocuments({ actions }: { readonly actions: readonly string[] }): boolean {
  return actions.length > 0 && actions.every((action) => action.startsWith("indices:data/"));
}

test("every operation that can change something says what the audit trail hears of it", () => {
  const methods = new Map(operationRoutes.map(({ op, urls }) => [op, urls.flatMap((url) => url.methods)]));
  const changing = operations.filter(
    (operation) =>
      methods.get(operation.name)?.some((method) => method !== "GET" && method !== "HEAD") &&
      !isAboutDocuments(operation),
  );
  expect(changing.length).toBeGreaterThan(30);
  expect(changing.filter(({ audit }) => audit === undefined).map(({ name }) => name)).toEqual([]);
});

test("every operation that changes the cluster state tells the audit trail", () => {
  // Whoever is given a source changes in the name of an operation that tells; the server tells of itself.
  const changes = /cluster\s*\.apply\(\s*(?!source,|"server",)|changeSource\(/;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test."),
  );
  const changing = files
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((text) => changes.test(text) && !text.includes("export function changeSource"));
  const names = changing.map((text) => /^ {2}name: "([\w.]+)",$/m.exec(text)?.[1] ?? text.slice(0, 200));
  expect(names.length).toBeGreaterThan(10);
  const telling = new Set(operations.filter(({ audit }) => audit === "told").map(({ name }) => name));
  expect(names.filter((name) => !telling.has(name))).toEqual([]);
});
