/** `ingest.processor_grok`: the patterns that Grok knows by name. */
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { grokPatterns, isEcsMode } from "../../ingest/grok/pattern-bank.ts";
import type { Operation } from "../operation.ts";

export const processorGrok: Operation = {
  name: "ingest.processor_grok",
  actions: ["cluster:admin/ingest/processor/grok/get"],

  handle({ parameters }) {
    const mode = parameters["ecs_compatibility"] ?? "disabled";
    if (!isEcsMode(mode)) throw illegalArgument(`unsupported ECS compatibility mode [${mode}]`);
    const patterns = grokPatterns(mode);
    const entries = Object.entries(patterns);
    if (booleanParameter(parameters, "s", false)) entries.sort(([one], [other]) => (one < other ? -1 : 1));
    return { status: 200, body: { patterns: Object.fromEntries(entries) } };
  },
};
