// The published tests that pass, from the list of known failures and the counts that scripts/conformance.mjs wrote.
import { readFileSync } from "node:fs";
import { table } from "./markdown.mjs";

const read = (name) => readFileSync(new URL(`../../test/${name}`, import.meta.url), "utf8");

/** What the suites are. */
const SUITES = {
  "es-7.10": "the server's own tests of 7.10.2",
  "es-clients": "the tests of the clients, 9.x",
};

/** `es-7.10/bulk` of `es-7.10/bulk/10_basic.yml :: Array of objects`; a file outside of folders is a group. */
export function groupOf(id) {
  const [suite, group] = id.split("/");
  return `${suite}/${group.replace(/\.yml ::.*$/, "")}`;
}

/** A table by group. Tests that 8.19 itself answers otherwise do not count. */
export function conformanceSection() {
  const { groups, differs } = JSON.parse(read("conformance-counts.json"));
  const uncounted = new Set(differs);
  const failing = read("conformance-known-failures.txt").split("\n").filter(Boolean);
  const perGroup = (ids) =>
    ids.reduce((counts, id) => counts.set(groupOf(id), (counts.get(groupOf(id)) ?? 0) + 1), new Map());
  const differing = perGroup(differs);
  const failed = perGroup(failing.filter((id) => !uncounted.has(id)));
  const rows = Object.keys(groups)
    .sort()
    .map((group) => {
      const counted = groups[group] - (differing.get(group) ?? 0);
      return { group, counted, passed: counted - (failed.get(group) ?? 0) };
    })
    .filter(({ counted }) => counted > 0);
  const parts = Object.entries(SUITES).map(([suite, what]) => suitePart(suite, what, rows));
  const counted = rows.reduce((sum, row) => sum + row.counted, 0);
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  return {
    title: "Published tests",
    share: `${passed} of ${counted}`,
    text: [
      `The YAML REST tests that are published with Elasticsearch and its clients, as \`node scripts/conformance.mjs\` runs them.
Not counted: ${differs.length} tests of 7.10 that 8.19 itself fails, because it answers otherwise. A test may need several operations: one that is missing fails it.`,
      ...parts,
    ].join("\n\n"),
  };
}

function suitePart(suite, what, rows) {
  const own = rows.filter(({ group }) => group.startsWith(`${suite}/`));
  const sum = (key) => own.reduce((total, row) => total + row[key], 0);
  const shown = own.map(({ group, passed, counted }) => [group.slice(suite.length + 1), passed, counted]);
  return `**${suite}**, ${what}: ${sum("passed")} of ${sum("counted")}.\n\n${table(["group", "passed", "counted"], shown)}`;
}
