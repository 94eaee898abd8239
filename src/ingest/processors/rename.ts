import { illegalArgument } from "../../compat/errors.ts";
import { pathSource } from "../config/fields-of.ts";
import type { ProcessorKind } from "../processor.ts";

/** Gives a field another name. */
export const rename: ProcessorKind = {
  name: "rename",

  create(config) {
    const field = pathSource(config, "field");
    const target = pathSource(config, "target_field");
    const ignoreMissing = config.boolean("ignore_missing", false);
    const override = config.boolean("override", false);
    return (document) => {
      const path = field(document);
      if (path === "" || !document.has(path, true)) {
        if (ignoreMissing) return;
        throw illegalArgument(path === "" ? "field path cannot be null nor empty" : `field [${path}] doesn't exist`);
      }
      const to = target(document);
      if (document.has(to, true) && !override) throw illegalArgument(`field [${to}] already exists`);
      const value = document.value(path);
      document.remove(path);
      try {
        document.set(to, value);
      } catch (error) {
        document.set(path, value);
        throw error;
      }
    };
  },
};
