/** Painless: the language of scripts that Elasticsearch has by itself. */
import { illegalArgument } from "../../compat/errors.ts";
import type { ScriptLanguage } from "../script-language.ts";
import { contextNames, painlessContext } from "./contexts/programs.ts";
import { PainlessScript } from "./painless-script.ts";

export const painless: ScriptLanguage = {
  name: "painless",
  contexts: contextNames,
  compile({ source }, context) {
    const found = painlessContext(context);
    if (!found) throw illegalArgument(`script context [${context}] not supported`);
    return found.bind(new PainlessScript(source, found.definition));
  },
};
