import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { CharFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { FilteredTextBuilder } from "../offset-map.ts";
import { unescapeRule } from "../word-delimiter/character-types.ts";

/** Replaces strings, the longest match first. */
export const mapping: CharFilterKind = {
  name: "mapping",
  summary: "Replaces strings by others.",
  normalizing: true,

  create(parameters) {
    const rules = rulesOf(parameters);
    const longest = Math.max(0, ...[...rules.keys()].map((key) => key.length));
    return {
      filter(text) {
        const builder = new FilteredTextBuilder();
        let at = 0;
        while (at < text.length) {
          let length = Math.min(longest, text.length - at);
          while (length > 0 && !rules.has(text.slice(at, at + length))) length--;
          if (length === 0) builder.keep(text[at++]!);
          else {
            builder.replace(rules.get(text.slice(at, at + length))!, length);
            at += length;
          }
        }
        return builder.finish();
      },
    };
  },
};

function rulesOf(parameters: ComponentParameters): Map<string, string> {
  const rules = parameters.words("mappings");
  if (rules === undefined)
    throw illegalArgument("mapping requires either `mappings` or `mappings_path` to be configured");
  const map = new Map<string, string>();
  for (const rule of rules) {
    const parts = /^(.*)\s*=>\s*(.*)\s*$/s.exec(rule);
    if (!parts) throw new RequestError(500, "runtime_exception", `Invalid Mapping Rule : [${rule}]`);
    const from = unescapeRule(parts[1]!.trim());
    if (map.has(from)) throw illegalArgument(`match "${from}" was already added`);
    map.set(from, unescapeRule(parts[2]!.trim()));
  }
  return map;
}
