/** The templates of the cluster state, read from their stored form, which is that of their APIs with flat settings. */
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, putAll } from "../../core/names.ts";
import { aliasOf } from "../alias-metadata.ts";
import type { AliasMetadata, ClusterState } from "../cluster-state.ts";

/** Kinds of `ClusterState.customs`. */
export const LEGACY_TEMPLATES = "legacy_templates";
export const INDEX_TEMPLATES = "index_templates";
export const COMPONENT_TEMPLATES = "component_templates";

export type TemplateKind = typeof LEGACY_TEMPLATES | typeof INDEX_TEMPLATES | typeof COMPONENT_TEMPLATES;

/** Flat settings; null removes a setting of a component. */
export type TemplateSettings = Readonly<Record<string, string | readonly string[] | null>>;

/** What templates give to an index. */
export interface TemplateContent {
  readonly settings: TemplateSettings;
  /** As it was given. */
  readonly mappings: JsonObject;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
}

export interface LegacyTemplate extends TemplateContent {
  readonly name: string;
  readonly order: number;
  readonly patterns: readonly string[];
}

export interface IndexTemplate extends TemplateContent {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly priority: number;
  readonly composedOf: readonly string[];
  readonly ignoredMissing: readonly string[];
  /** Undefined: it makes indices. */
  readonly dataStream: { readonly hidden: boolean; readonly allowCustomRouting: boolean } | undefined;
  /** Undefined: `action.auto_create_index` decides. */
  readonly allowAutoCreate: boolean | undefined;
}

/** All legacy templates. */
export function legacyTemplates(state: ClusterState): LegacyTemplate[] {
  return templatesOf(state, LEGACY_TEMPLATES).map(([name, template]) => ({
    name,
    order: Number(ownOf(template, "order") ?? 0),
    patterns: texts(ownOf(template, "index_patterns")),
    ...contentOf(template),
  }));
}

/** All index templates. */
export function indexTemplates(state: ClusterState): IndexTemplate[] {
  return templatesOf(state, INDEX_TEMPLATES).map(([name, template]) => indexTemplateOf(name, template));
}

/** One index template in its stored form. */
export function indexTemplateOf(name: string, template: JsonObject): IndexTemplate {
  const dataStream = ownOf(template, "data_stream");
  const allowAutoCreate = ownOf(template, "allow_auto_create");
  return {
    name,
    patterns: texts(ownOf(template, "index_patterns")),
    priority: Number(ownOf(template, "priority") ?? 0),
    composedOf: texts(ownOf(template, "composed_of")),
    ignoredMissing: texts(ownOf(template, "ignore_missing_component_templates")),
    dataStream: isJsonObject(dataStream)
      ? {
          hidden: ownOf(dataStream, "hidden") === true,
          allowCustomRouting: ownOf(dataStream, "allow_custom_routing") === true,
        }
      : undefined,
    allowAutoCreate: typeof allowAutoCreate === "boolean" ? allowAutoCreate : undefined,
    ...contentOf(objectIn(template, "template")),
  };
}

/** The component templates that a template is composed of, in order, without those that are missing. */
export function componentsOf(state: ClusterState, { composedOf }: IndexTemplate): TemplateContent[] {
  const components = ownOf(state.customs, COMPONENT_TEMPLATES);
  return composedOf.flatMap((name) => {
    const component = ownOf(components, name);
    return component ? [contentOf(objectIn(component, "template"))] : [];
  });
}

/** The settings of an index template with its component templates. */
export function composedSettings(state: ClusterState, template: IndexTemplate): TemplateSettings {
  const settings: Record<string, string | readonly string[] | null> = {};
  for (const part of [...componentsOf(state, template), template]) putAll(settings, part.settings);
  return settings;
}

/** The lifecycle of the data streams of a template; the last that is given wins, and null is none. */
export function composedLifecycle(state: ClusterState, { name, composedOf }: IndexTemplate): JsonObject | undefined {
  let lifecycle: JsonObject | undefined;
  const templates = [
    ...composedOf.map((component) => ownOf(ownOf(state.customs, COMPONENT_TEMPLATES), component)),
    ownOf(ownOf(state.customs, INDEX_TEMPLATES), name),
  ];
  for (const template of templates) {
    const own = ownOf(template ? objectIn(template, "template") : {}, "lifecycle");
    if (own !== undefined) lifecycle = isJsonObject(own) ? { ...lifecycle, ...own } : undefined;
  }
  return lifecycle;
}

/** The content of a template in its stored form. */
export function contentOf(template: JsonObject): TemplateContent {
  const aliases = Object.entries(objectIn(template, "aliases"));
  return {
    settings: Object.fromEntries(
      Object.entries(objectIn(template, "settings")).map(([name, value]) => [name, settingOf(value)]),
    ),
    mappings: objectIn(template, "mappings"),
    aliases: Object.fromEntries(aliases.map(([name, alias]) => [name, aliasOf(isJsonObject(alias) ? alias : {})])),
  };
}

/** Names with stored forms. */
export function templatesOf(state: ClusterState, kind: string): [string, JsonObject][] {
  return Object.entries(ownOf(state.customs, kind) ?? {});
}

function objectIn(json: JsonObject, key: string): JsonObject {
  const value = ownOf(json, key);
  return isJsonObject(value) ? value : {};
}

function settingOf(value: Json): string | readonly string[] | null {
  return value === null ? null : Array.isArray(value) ? texts(value) : valueText(value);
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map((item) => valueText(item)) : [];
}

/** Settings as the JSON of a request. */
export function mutableSettings(settings: TemplateSettings): JsonObject {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value === null || typeof value === "string" ? value : [...value],
    ]),
  );
}
