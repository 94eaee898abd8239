/** Stores a component template, of which index templates are composed. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ChangeInputs, ClusterChange } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";
import { checkIndexSettings } from "../index-settings.ts";
import { checkComposed, checkContent, checkNames, checkTemplateAliases } from "../templates/check-template.ts";
import { HIDDEN, isGlobal } from "../templates/matching-templates.ts";
import { COMPONENT_TEMPLATES, contentOf, type IndexTemplate, indexTemplates } from "../templates/template.ts";
import { withCustom } from "./put-custom.ts";

export interface PutComponentTemplateRequest {
  readonly name: string;
  readonly create: boolean;
  readonly cause: string;
  /** In its stored form. */
  readonly template: JsonObject;
}

export function putComponentTemplate({ name, create, cause, template }: PutComponentTemplateRequest): ClusterChange {
  return {
    task: `create-component-template [${name}], cause [${cause}]`,
    apply(state, inputs) {
      const inner = ownOf(template, "template");
      const content = contentOf(isJsonObject(inner) ? inner : {});
      checkIndexSettings(content.settings, "create");
      if (create && ownOf(ownOf(state.customs, COMPONENT_TEMPLATES), name))
        throw illegalArgument(`component template [${name}] already exists`);
      const users = indexTemplates(state).filter(({ composedOf }) => composedOf.includes(name));
      if (!create && HIDDEN in content.settings) refuseHiding(name, users);
      const next = withCustom(state, COMPONENT_TEMPLATES, name, template);
      if (next.events.length === 0) return next;
      checkContent(content, inputs);
      checkNames(name, [], content.settings);
      checkTemplateAliases(Object.keys(content.aliases), []);
      for (const user of users) checkUser(next.state, name, user, inputs);
      return next;
    },
  };
}

function refuseHiding(name: string, users: readonly IndexTemplate[]): void {
  const globals = users.filter(isGlobal).map((template) => template.name);
  if (globals.length > 0)
    throw illegalArgument(
      `cannot update component template [${name}] because the following global templates would resolve to specifying the [${HIDDEN}] setting: [${globals.join(",")}]`,
    );
}

function checkUser(state: ClusterState, name: string, user: IndexTemplate, inputs: ChangeInputs): void {
  try {
    checkComposed(state, user, inputs);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(
      400,
      "illegal_argument_exception",
      `updating component template [${name}] results in invalid composable template [${user.name}] after templates are merged`,
      { cause: error },
    );
  }
}
