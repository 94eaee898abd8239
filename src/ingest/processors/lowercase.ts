import { textProcessor } from "../config/text-processor.ts";
import type { ProcessorKind } from "../processor.ts";

/** Makes texts lower case. */
export const lowercase: ProcessorKind = {
  name: "lowercase",
  create: (config) => textProcessor(config, (text) => text.toLowerCase()),
};
