/** `cat.component_templates`: component templates, what is in them, and which index templates use them. */
import { valueText } from "../../compat/value-text.ts";
import { listText } from "../../cluster/templates/matching-templates.ts";
import { COMPONENT_TEMPLATES, contentOf, indexTemplates, templatesOf } from "../../cluster/templates/template.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { catTable } from "../stats/columns.ts";

const COLUMNS = ["name", "version", "alias_count", "mapping_count", "settings_count", "metadata_count", "included_in"];

export const catComponentTemplates: Operation = {
  name: "cat.component_templates",
  actions: ["cluster:monitor/state"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { name: pattern = "*" } = parameters;
    const users = indexTemplates(cluster.state);
    const rows = templatesOf(cluster.state, COMPONENT_TEMPLATES)
      .filter(([name]) => simpleMatch(pattern, name))
      .map(([name, template]) => {
        const inner = ownOf(template, "template");
        const { settings, mappings, aliases } = contentOf(isJsonObject(inner) ? inner : {});
        const meta = ownOf(template, "_meta");
        return {
          name,
          version: "version" in template ? valueText(template["version"]) : null,
          alias_count: Object.keys(aliases).length,
          mapping_count: leaves(mappings),
          settings_count: Object.keys(settings).length,
          metadata_count: isJsonObject(meta) ? Object.keys(meta).length : 0,
          included_in: listText(users.filter(({ composedOf }) => composedOf.includes(name)).map((user) => user.name)),
        };
      });
    return Promise.resolve({ status: 200, table: catTable("cat.component_templates", COLUMNS, rows, "all") });
  },
};

/** Members that are no objects, at any depth. */
function leaves(value: Json): number {
  return isJsonObject(value) ? Object.values(value).reduce<number>((sum, member) => sum + leaves(member), 0) : 1;
}
