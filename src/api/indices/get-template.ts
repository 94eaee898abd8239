/** `indices.get_template`: legacy templates by names and patterns; 404 when there is none of them. */
import { LEGACY_TEMPLATES, templatesOf } from "../../cluster/templates/template.ts";
import { nestSettings } from "../../cluster/index-settings.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { templateView } from "../requests/render-template.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getTemplate: Operation = {
  name: "indices.get_template",
  actions: ["indices:admin/template/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { flat } = templateView(parameters);
    const names = listParameter(parameters, "name");
    const body: Record<string, unknown> = {};
    for (const [name, template] of templatesOf(cluster.state, LEGACY_TEMPLATES)) {
      if (names !== undefined && !simpleMatchAny(names, name)) continue;
      const settings = ownOf(template, "settings");
      put(body, name, { ...template, settings: flat || !isJsonObject(settings) ? settings : nestSettings(settings) });
    }
    const isMissing = names !== undefined && Object.keys(body).length === 0;
    return Promise.resolve({ status: isMissing ? 404 : 200, body });
  },
};
