import { textProcessor } from "../config/text-processor.ts";
import type { ProcessorKind } from "../processor.ts";

/** Makes texts upper case. */
export const uppercase: ProcessorKind = {
  name: "uppercase",
  create: (config) => textProcessor(config, (text) => text.toUpperCase()),
};
