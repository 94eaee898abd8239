import { RequestError } from "../../compat/errors.ts";
import { compilePattern, type JavaPattern } from "../../compat/patterns/java-pattern.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { textProcessor } from "../config/text-processor.ts";
import type { ProcessorKind } from "../processor.ts";

/** Replaces what matches a pattern. */
export const gsub: ProcessorKind = {
  name: "gsub",

  create(config) {
    const pattern = patternOf(config);
    const replacement = config.string("replacement");
    return textProcessor(config, (text) => pattern.replaceAll(text, replacement));
  },
};

function patternOf(config: ProcessorConfig): JavaPattern {
  const source = config.string("pattern");
  try {
    return compilePattern(source);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw config.error("pattern", `Invalid regex pattern. ${error.message}`);
  }
}
