import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { notOfClass } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Makes one text of a list. */
export const join: ProcessorKind = {
  name: "join",

  create(config) {
    const field = config.string("field");
    const separator = config.string("separator");
    const target = config.optionalString("target_field") ?? field;
    return (document) => {
      const list = document.value(field);
      if (list === null) throw illegalArgument(`field [${field}] is null, cannot join.`);
      if (!Array.isArray(list)) throw notOfClass(field, list, "java.util.List");
      if (list.includes(null)) throw new RequestError(500, "null_pointer_exception", "null");
      document.set(target, list.map(javaText).join(separator));
    };
  },
};
