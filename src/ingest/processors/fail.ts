import { RequestError } from "../../compat/errors.ts";
import { pathSource } from "../config/fields-of.ts";
import type { ProcessorKind } from "../processor.ts";

/** Refuses the document with a message. */
export const fail: ProcessorKind = {
  name: "fail",

  create(config) {
    const message = pathSource(config, "message");
    return (document) => {
      throw new RequestError(500, "fail_processor_exception", message(document));
    };
  },
};
