/** `transform.get_transform`: what transforms are asked to do. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { chosenTransforms } from "../requests/transforms/chosen-transforms.ts";
import { shownTransform } from "../requests/transforms/shown-transform.ts";

export const getTransform: Operation = {
  name: "transform.get_transform",
  actions: ["cluster:monitor/transform/get"],

  handle({ parameters }, services) {
    const isGenerated = !booleanParameter(parameters, "exclude_generated", false);
    const { total, page } = chosenTransforms(services, parameters);
    return {
      status: 200,
      body: { count: total, transforms: page.map((kept) => shownTransform(kept, isGenerated)) },
    };
  },
};
