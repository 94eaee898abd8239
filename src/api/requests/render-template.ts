/** Templates as responses show them. */
import { nestSettings } from "../../cluster/index-settings.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { shownLifecycle } from "./render-lifecycle.ts";

export interface TemplateView {
  readonly flat: boolean;
  /** Whether the rollover of lifecycles is shown. */
  readonly defaults: boolean;
}

/** The view that a request asks for. */
export function templateView(parameters: Readonly<Record<string, string>>): TemplateView {
  return {
    flat: booleanParameter(parameters, "flat_settings", false),
    defaults: booleanParameter(parameters, "include_defaults", false),
  };
}

/** The order of `ComposableIndexTemplate`; the rest follows as it stands. */
const TEMPLATE_ORDER = ["index_patterns", "template", "composed_of", "priority", "version", "_meta", "data_stream"];
const CONTENT_ORDER = ["settings", "mappings", "aliases", "lifecycle"];

/** An index or component template in its stored form. */
export function shownTemplate(template: JsonObject, view: TemplateView): JsonObject {
  const content = ownOf(template, "template");
  const shown = isJsonObject(content) ? { ...template, template: shownContent(content, view) } : template;
  return inOrder(shown, TEMPLATE_ORDER);
}

function inOrder(body: JsonObject, first: readonly string[]): JsonObject {
  const named = first.flatMap((name) => {
    const value = ownOf(body, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(named), ...body };
}

function shownContent(content: JsonObject, view: TemplateView): JsonObject {
  const settings = ownOf(content, "settings");
  const lifecycle = ownOf(content, "lifecycle");
  const shown = {
    ...content,
    ...(isJsonObject(settings) ? { settings: view.flat ? settings : nestSettings(settings) } : {}),
    ...(isJsonObject(lifecycle) ? { lifecycle: shownLifecycle(lifecycle, view.defaults) } : {}),
  };
  return inOrder(shown, CONTENT_ORDER);
}
