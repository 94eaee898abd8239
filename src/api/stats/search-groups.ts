/** The statistics groups that a search names (`stats` in the body or as a parameter). */
import { isJsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";

/**
 * The groups of one search. Bodies are parsed on the search side; here only one that has the word in it is looked into,
 * and what is wrong with it is left to that side to tell.
 */
export function searchGroups(body: string, { stats }: Readonly<Record<string, string>>): readonly string[] {
  const named = stats === undefined ? [] : stats.split(",").filter((name) => name !== "");
  return body.includes('"stats"') ? [...new Set([...named, ...groupsOf(body)])] : named;
}

function groupsOf(body: string): string[] {
  try {
    const parsed = parseJson(body);
    const stats = isJsonObject(parsed) ? parsed["stats"] : undefined;
    return Array.isArray(stats) ? stats.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
