/** The index or component templates that a request asks for. */
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { INDEX_TEMPLATES, type TemplateKind, templatesOf } from "../../cluster/templates/template.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { JsonObject } from "../../core/json.ts";

/** A name or one pattern; undefined: all. A name that is missing throws 404, a pattern without any answers it. */
export function chosenTemplates(
  state: ClusterState,
  kind: Exclude<TemplateKind, "legacy_templates">,
  name: string | undefined,
): { readonly status: number; readonly templates: [string, JsonObject][] } {
  const all = templatesOf(state, kind);
  if (name === undefined) return { status: 200, templates: all };
  if (kind === INDEX_TEMPLATES && name.includes(",")) throw illegalArgument("template name may not contain ','");
  const templates = all.filter(([known]) => simpleMatch(name, known));
  if (templates.length === 0 && !name.includes("*")) {
    const called = kind === INDEX_TEMPLATES ? "index" : "component";
    throw new RequestError(404, "resource_not_found_exception", `${called} template matching [${name}] not found`);
  }
  return { status: templates.length > 0 ? 200 : 404, templates };
}
