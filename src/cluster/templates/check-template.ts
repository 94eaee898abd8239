/** Whether a template is valid by itself, and with the component templates of which it is composed. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { validationText } from "../../compat/validation-failed.ts";
import type { JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import type { ChangeInputs } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";
import { isTimeSeries, withModeMapping } from "../../mapping/time-series/index-mode.ts";
import { seriesSettings } from "../data-streams/series-times.ts";
import { checkAliasName, FORBIDDEN, FORBIDDEN_LIST } from "../index-names.ts";
import { checkIndexSettings } from "../index-settings.ts";
import { newIndex } from "../new-index.ts";
import { composedOf } from "./composed-template.ts";
import { HIDDEN, isGlobal, listText } from "./matching-templates.ts";
import { type IndexTemplate, mutableSettings, type TemplateContent, type TemplateSettings } from "./template.ts";

/** 400 `invalid_index_template_exception`. */
export function invalidTemplate(name: string, cause: string): RequestError {
  return new RequestError(
    400,
    "invalid_index_template_exception",
    `index_template [${name}] invalid, cause [${cause}]`,
  );
}

/** Throws for a bad name, bad patterns and, where `settings` are given, bad settings, all told at once. */
export function checkNames(name: string, patterns: readonly string[], settings: TemplateSettings): void {
  const problems = [...nameProblems(name), ...patterns.flatMap(patternProblems)];
  try {
    checkIndexSettings(settings, "create");
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    problems.push(error.message, ...suppressedReasons(error));
  }
  if (isGlobal({ patterns }) && HIDDEN in settings)
    problems.push(`global templates may not specify the setting ${HIDDEN}`);
  if (problems.length > 0) throw invalidTemplate(name, validationText(problems));
}

/** Throws for aliases that no index could have, or that are named like the indices. */
export function checkTemplateAliases(aliases: Iterable<string>, patterns: readonly string[]): void {
  for (const alias of aliases) {
    checkAliasName(alias);
    if (patterns.includes(alias))
      throw illegalArgument(`alias [${alias}] cannot be the same as any pattern in ${listText(patterns)}`);
  }
}

/** Throws unless an index can be made with these settings and this mapping. */
export function checkContent({ settings, mappings }: TemplateContent, inputs: ChangeInputs): void {
  // Dimensions may stand in other parts of a template.
  const routed = isTimeSeries(settings) ? { "index.routing_path": ["validate-template"], ...settings } : settings;
  const index = validationIndex(routed, inputs);
  mergeMappings({}, mappings, index.settings, inputs.analysisOf(index), "create");
}

/** Throws unless an index can be made with what the template is composed of in this state. */
export function checkComposed(state: ClusterState, template: IndexTemplate, inputs: ChangeInputs): void {
  try {
    const composed = composedOf(state, template, { isBacking: template.dataStream !== undefined });
    const mappings = composed.mappingOf({});
    const next = { stream: template.name, settings: composed.settings, mappings, nowMs: inputs.nowMs };
    const settings = { ...(template.dataStream ? seriesSettings(state, next) : {}), ...composed.settings };
    const index = validationIndex(settings, inputs);
    const analysis = inputs.analysisOf(index);
    checkMappings(template.name, () =>
      mergeMappings({}, withModeMapping(mappings, index.settings), index.settings, analysis, "create"),
    );
  } catch (error) {
    throw invalidComposition(template, error);
  }
}

/** The error of a template whose parts do not fit together. */
export function invalidComposition({ name, composedOf: components }: IndexTemplate, error: unknown): unknown {
  if (!(error instanceof RequestError)) return error;
  const parts = components.length > 0 ? `with component templates ${listText(components)} ` : "";
  return wrapped(`composable template [${name}] template after composition ${parts}is invalid`, error);
}

function checkMappings(name: string, merge: () => JsonObject): void {
  try {
    merge();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw wrapped(`invalid composite mappings for [${name}]`, error);
  }
}

function wrapped(reason: string, cause: RequestError): RequestError {
  return new RequestError(400, "illegal_argument_exception", reason, { cause });
}

function validationIndex(settings: TemplateSettings, inputs: ChangeInputs): ReturnType<typeof newIndex> {
  const name = "validate-template";
  return newIndex(name, { name, settings: mutableSettings(settings), mappings: {}, aliases: {} }, inputs);
}

function nameProblems(name: string): string[] {
  const problems: string[] = [];
  if (name.includes(" ")) problems.push("name must not contain a space");
  for (const character of [",", "#", "*"])
    if (name.includes(character)) problems.push(`name must not contain a '${character}'`);
  if (name.startsWith("_")) problems.push("name must not start with '_'");
  if (name !== name.toLowerCase()) problems.push("name must be lower cased");
  return problems;
}

function patternProblems(pattern: string): string[] {
  const problems: string[] = [];
  if (pattern.includes(" ")) problems.push(`index_patterns [${pattern}] must not contain a space`);
  for (const character of [",", "#", ":"])
    if (pattern.includes(character)) problems.push(`index_pattern [${pattern}] must not contain a '${character}'`);
  if (pattern.startsWith("_")) problems.push(`index_pattern [${pattern}] must not start with '_'`);
  if (FORBIDDEN.test(pattern.replaceAll("*", "")))
    problems.push(`index_pattern [${pattern}] must not contain the following characters ${FORBIDDEN_LIST}`);
  return problems;
}

function suppressedReasons({ details }: RequestError): string[] {
  const suppressed: unknown = details["suppressed"];
  return Array.isArray(suppressed) ? suppressed.map((error: { reason: string }) => error.reason) : [];
}
