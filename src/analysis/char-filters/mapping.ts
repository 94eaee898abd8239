import { RequestError, illegalArgument } from "../../core/errors.ts";
import type { CharFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { FilteredTextBuilder } from "../offset-map.ts";

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
  if (parameters.string("mappings_path") !== undefined) throw illegalArgument("[mappings_path] is not available, give the rules in [mappings]");
  const rules = parameters.list("mappings");
  if (rules === undefined) throw illegalArgument("mapping requires either `mappings` or `mappings_path` to be configured");
  const map = new Map<string, string>();
  for (const rule of rules) {
    const parts = /^(.*)\s*=>\s*(.*)\s*$/s.exec(rule);
    if (!parts) throw new RequestError(400, "illegal_argument_exception", `Invalid Mapping Rule : [${rule}]`);
    map.set(unescapeRule(parts[1]!.trim()), unescapeRule(parts[2]!.trim()));
  }
  return map;
}

/** Resolves `\\`, `\n`, `\t`, `\r`, `\b`, `\f` and `\u0041`. */
function unescapeRule(text: string): string {
  const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_whole, hex: string | undefined, letter: string) =>
    hex === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
