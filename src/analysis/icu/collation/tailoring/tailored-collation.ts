/** Collations by user rules (ICU's RuleBasedCollator from a string). */
import type { CollationContents, CollationMappings } from "../collation-data.ts";
import { rootCollation, rulesOf } from "../collation-locales.ts";
import { type CollationSettings, settingsOf } from "../collation-settings.ts";
import { localeName } from "../locale-name.ts";
import { refusedRule } from "./refused-rule.ts";
import { parseRules } from "./rule-parser.ts";
import { TailoringBuilder } from "./tailoring-builder.ts";

/** The root's mappings and settings, changed by rules. */
export interface TailoredCollation {
  readonly mappings: CollationMappings;
  readonly settings: CollationSettings;
}

/** Cached collations: fields are rebuilt whenever their mapping changes, and large rules take seconds. */
const MOST_KEPT = 16;

/** By rules, those that were used last at the end; by the data that they change. */
const kept = new WeakMap<CollationMappings, Map<string, TailoredCollation>>();

/** Parses rules. Throws 400 with the position of the error. */
export function tailoredCollation(rules: string): TailoredCollation {
  const root = rootCollation();
  let known = kept.get(root.mappings);
  if (!known) kept.set(root.mappings, (known = new Map()));
  const collation = known.get(rules) ?? readRules(rules, root);
  known.delete(rules);
  known.set(rules, collation);
  if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
  return collation;
}

function readRules(rules: string, root: CollationContents): TailoredCollation {
  const builder = new TailoringBuilder(root.mappings);
  const settings = parseRules(rules, { base: root.mappings, builder, imported: importedRules, imports: 0 });
  return { mappings: builder.finish(), settings: { ...settingsOf(root), ...settings } };
}

function importedRules(tag: string): string {
  const rules = rulesOf(localeName(tag));
  if (rules === undefined) throw refusedRule(`there are no rules of [${tag}]`);
  return rules;
}
