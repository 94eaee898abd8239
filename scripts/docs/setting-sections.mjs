// Index and cluster settings: which have an effect, which are kept and shown only, which are refused.
import { readdirSync, readFileSync } from "node:fs";
import { groupedNames, names, page } from "./markdown.mjs";

const source = new URL("../../src/", import.meta.url);

/** Files that name settings to list or to check them, not to follow them. */
const ONLY_CHECKS = /-list\.ts$|^cluster\/(setting-values|index-settings|cluster-settings)\.ts$/;
/** Named by a check among others (cluster/new-index.ts). */
const ONLY_CHECKED = ["index.translog.retention.age", "index.translog.retention.size"];

/** Text of every source file that can follow a setting: no tests, no lists, no checks. */
function readers() {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter(
      (name) =>
        name.endsWith(".ts") &&
        !ONLY_CHECKS.test(name) &&
        !/\.test\.ts$|\.contract\.ts$|-fixture\.ts$|-harness\.ts$|oracle-cases/.test(name),
    )
    .map((name) => readFileSync(new URL(name, source), "utf8"))
    .join("\n");
}

/** A value that is not the default. */
function otherValue({ type, default: fallback }) {
  if (type === "boolean") return fallback === "true" ? "false" : "true";
  if (type === "time") return "7s";
  if (type === "bytes") return "7mb";
  return type === "integer" || type === "number" ? "7" : "other";
}

export async function indexSettingsSection(load) {
  const { indexSettings, indexSettingGroups } = await load("cluster/index-setting-list.ts");
  const { checkIndexSettings } = await load("cluster/index-settings.ts");
  const code = readers();
  const refused = indexSettings.filter((setting) =>
    isRefused(() => checkIndexSettings({ [setting.name]: otherValue(setting) })),
  );
  const works = indexSettings.filter(
    (setting) =>
      !refused.includes(setting) && !ONLY_CHECKED.includes(setting.name) && code.includes(`"${setting.name}"`),
  );
  const missing = indexSettings.filter((setting) => !works.includes(setting));
  const kept = missing.filter((setting) => !refused.includes(setting));
  const text = page(
    "With an effect, as is everything below `index.analysis.`:",
    groupedNames(works.map(({ name }) => name)),
    "Refused with another value than the default, because nothing would follow it yet:",
    groupedNames(refused.map(({ name }) => name)),
    `Checked, kept and shown, without an effect (a \`Warning\` header says so where one is set to another value than its default), as is everything below ${names(indexSettingGroups.map(({ prefix }) => prefix).filter((prefix) => prefix !== "index.analysis."))}:`,
    groupedNames(kept.map(({ name }) => name)),
    "Any other name is refused.",
  ).trim();
  return { title: "Index settings", works, missing, text };
}

function isRefused(check) {
  try {
    check();
    return false;
  } catch (error) {
    return /is not supported by this server/.test(error.message);
  }
}

export async function clusterSettingsSection(load) {
  const { clusterSettings, clusterSettingGroups } = await load("cluster/cluster-setting-list.ts");
  const code = readers();
  const fixed = clusterSettings.filter((setting) => setting.fixed);
  const works = clusterSettings.filter((setting) => !setting.fixed && code.includes(`"${setting.name}"`));
  const missing = clusterSettings.filter((setting) => !setting.fixed && !works.includes(setting));
  const text = page(
    "With an effect:",
    groupedNames(works.map(({ name }) => name)),
    "Fixed while the server runs, as in Elasticsearch: shown, and refused when they are set ([limits](limits.md)):",
    groupedNames(fixed.map(({ name }) => name)),
    `Checked, kept and shown, without an effect, as is everything below ${names(clusterSettingGroups)}:`,
    groupedNames(missing.map(({ name }) => name)),
    "Any other name is refused.",
  ).trim();
  return { title: "Cluster settings", works, missing, text };
}
