import { RequestError } from "../../compat/errors.ts";
import { pathSource } from "../config/fields-of.ts";
import type { ProcessorKind } from "../processor.ts";

/** Runs another pipeline. */
export const pipeline: ProcessorKind = {
  name: "pipeline",

  create(config, { runPipeline }) {
    const name = pathSource(config, "name");
    const ignoreMissing = config.boolean("ignore_missing_pipeline", false);
    return (document) => {
      const id = name(document);
      if (runPipeline(id, document) || ignoreMissing) return;
      throw new RequestError(
        500,
        "illegal_state_exception",
        `Pipeline processor configured for non-existent pipeline [${id}]`,
      );
    };
  },
};
