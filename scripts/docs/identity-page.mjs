// docs/identity-operations.md: every operation of the identity interface, and what it needs, from the declarations that
// answer.
import { readFileSync } from "node:fs";
import { GENERATED, names, page, table } from "./markdown.mjs";

const documented = JSON.parse(
  readFileSync(new URL("../../spec/identity-operations.json", import.meta.url), "utf8"),
).operations;

async function declared(load) {
  const { endpoints } = await load("identity/resources.ts");
  return endpoints.flatMap(({ path, methods }) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** `load` imports a module of src by its path. */
export async function identityPage(load) {
  const rows = (await declared(load))
    .toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
    .map(({ method, path, operation }) => [
      names([method]),
      names([`/api/v2beta/${path}`]),
      operation.summary,
      operation.public === true
        ? "no credentials"
        : operation.permission === undefined
          ? ""
          : names([operation.permission]),
      names([operation.id]),
    ]);
  return page(
    GENERATED,
    "# Identity operations",
    "Superusers may everything. Others hold permissions by their roles, and some things are theirs without one: see [identity](identity.md).\n" +
      "The same with parameters, bodies and answers: `/api/v2beta/reference/` as a page, `/api/v2beta/schema/` as an OpenAPI document.",
    table(["", "path", "", "permission", "operationId"], rows),
  );
}

/** For the page about compatibility. */
export async function identitySection(load) {
  const there = new Set((await declared(load)).map(({ operation }) => operation.id));
  const works = documented.filter(({ operation }) => there.has(operation));
  const missing = documented.filter(({ operation }) => !there.has(operation));
  const text = page(
    "The interface at `/api/v2beta`, after authentik's of that name; [all operations](identity-operations.md), [which names are whose](identity-names.md).",
    missing.length === 0
      ? "Nothing of it is missing."
      : `Missing: ${names(missing.map(({ operation }) => operation))}.`,
  ).trim();
  return { title: "Identity operations", works, missing, text };
}
