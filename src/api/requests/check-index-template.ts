/** What is refused in an index template before the cluster state is asked. */
import { composedSettings, indexTemplateOf } from "../../cluster/templates/template.ts";
import { checkComponents } from "../../cluster/changes/put-index-template.ts";
import { invalidComposition } from "../../cluster/templates/check-template.ts";
import { HIDDEN, isGlobal } from "../../cluster/templates/matching-templates.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { Services } from "../operation.ts";
import { checkFilters } from "./template-body.ts";

/** Throws 400; `template` is in its stored form. */
export async function checkIndexTemplate(services: Services, name: string, template: JsonObject): Promise<void> {
  const { state } = services.cluster;
  const read = indexTemplateOf(name, template);
  const failures: string[] = [];
  if (isGlobal(read) && HIDDEN in composedSettings(state, read))
    failures.push(`global composable templates may not specify the setting ${HIDDEN}`);
  if (read.priority < 0) failures.push("index template priority must be >= 0");
  if (failures.length > 0) throw validationFailed(failures);
  checkComponents(state, read);
  const content = ownOf(template, "template");
  if (!read.dataStream && isJsonObject(content) && isJsonObject(ownOf(content, "lifecycle")))
    throw illegalArgument(
      `index template [${name}] specifies lifecycle configuration that can only be used in combination with a data stream`,
    );
  try {
    await checkFilters(services, template);
  } catch (error) {
    throw invalidComposition(read, error);
  }
}
