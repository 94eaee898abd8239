/** The `script_fields` option: values that scripts compute. */
import { scriptDocument } from "../../../mapping/runtime/values-from-script.ts";
import type { FetchPhase } from "../fetch-phase.ts";
import { addFields, type HitFields } from "../add-fields.ts";
import { checkScriptFields, ScriptFields } from "../script-fields.ts";

export const scriptFields: FetchPhase = {
  name: "script_fields",
  profiledAs: () => "ScriptFieldsPhase",
  check(request, mapping) {
    if (request.size > 0) checkScriptFields(request.scriptFields, mapping);
  },
  prepare(request, { mapping }) {
    if (request.scriptFields.length === 0) return undefined;
    const scripts = new ScriptFields(request.scriptFields, mapping.scripts);
    return (hit, document) => {
      const shown = (hit.fields ?? {}) as HitFields;
      addFields(hit, scripts.of(scriptDocument(document.forRuntime()), shown));
    };
  },
};
