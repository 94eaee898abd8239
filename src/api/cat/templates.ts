/** `cat.templates`: legacy and index templates. */
import { valueText } from "../../compat/value-text.ts";
import { listText } from "../../cluster/templates/matching-templates.ts";
import { INDEX_TEMPLATES, indexTemplateOf, LEGACY_TEMPLATES, templatesOf } from "../../cluster/templates/template.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { ownOf } from "../../core/names.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { type CatRow, catTable } from "../stats/columns.ts";

const COLUMNS = ["name", "index_patterns", "order", "version", "composed_of"];

export const catTemplates: Operation = {
  name: "cat.templates",
  actions: ["indices:admin/template/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { name: pattern } = parameters;
    const rows: CatRow[] = [];
    for (const kind of [LEGACY_TEMPLATES, INDEX_TEMPLATES] as const) {
      for (const [name, template] of templatesOf(cluster.state, kind)) {
        if (pattern !== undefined && !simpleMatch(pattern, name)) continue;
        const { patterns, priority, composedOf } = indexTemplateOf(name, template);
        const isLegacy = kind === LEGACY_TEMPLATES;
        rows.push({
          name,
          index_patterns: listText(patterns),
          order: isLegacy ? Number(ownOf(template, "order") ?? 0) : priority,
          version: "version" in template ? valueText(template["version"]) : null,
          composed_of: isLegacy ? "" : listText(composedOf),
        });
      }
    }
    return Promise.resolve({ status: 200, table: catTable("cat.templates", COLUMNS, rows, "all") });
  },
};
