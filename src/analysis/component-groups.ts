/** The components defined in settings, by group and name, and how a definition becomes a component. */
import { illegalArgument } from "../compat/errors.ts";
import { put } from "../core/names.ts";
import { ComponentParameters, type ComponentSettings, type ComponentSurroundings } from "./component-parameters.ts";

/** Index settings as flat keys (`index.analysis.analyzer.x.type`); values are strings or lists of strings. */
export type FlatSettings = Readonly<Record<string, string | readonly string[]>>;

/** A documented component of any group. */
export interface ComponentKind<Component> {
  readonly name: string;
  readonly byName?: ComponentSettings | false;
  readonly onlyByName?: true;
  create(parameters: ComponentParameters): Component;
}

/** One group of components of an index: those of its settings first, then the built-in ones. Each is built once. */
export class ComponentGroup<Component> {
  /** `tokenizer`, `filter` or `char_filter`. */
  readonly name: string;
  /** The definitions in the settings. */
  readonly own: ReadonlyMap<string, ComponentSettings>;
  readonly #kinds: readonly ComponentKind<Component>[];
  readonly #surroundings: ComponentSurroundings;
  readonly #made = new Map<string, Component>();

  constructor(
    name: string,
    kinds: readonly ComponentKind<Component>[],
    settings: FlatSettings,
    surroundings: ComponentSurroundings,
  ) {
    this.name = name;
    this.#kinds = kinds;
    this.own = definitionsOf(settings, name);
    this.#surroundings = surroundings;
  }

  /** The component with a name; undefined when there is none. Throws for invalid definitions. */
  get(name: string): Component | undefined {
    let component = this.#made.get(name);
    if (component === undefined) {
      component = this.#make(name);
      if (component !== undefined) this.#made.set(name, component);
    }
    return component;
  }

  /** The component with a name, or of a definition with `type`, for `_analyze`. */
  inline(part: string | ComponentSettings, indexed: boolean): Component {
    const scope = indexed ? "" : "global ";
    if (typeof part === "string") {
      const kind = this.#kind(part);
      // When an index is given, a bare name is the type without settings, not the preconfigured component of that name.
      const bare = indexed && kind !== undefined && !this.own.has(part);
      const found = bare ? kind.create(new ComponentParameters(part, {}, this.#surroundings)) : this.get(part);
      if (found !== undefined) return found;
      const needsSettings = kind?.byName === false;
      throw illegalArgument(
        needsSettings && !indexed
          ? "Analysis settings required - can't instantiate analysis factory"
          : `failed to find ${scope}${this.name} under [${part}]`,
      );
    }
    const type = part["type"];
    if (typeof type !== "string")
      throw illegalArgument(`Missing [type] setting for anonymous ${this.name}: ${JSON.stringify(part)}`);
    const kind = this.#type(type);
    if (!kind) throw illegalArgument(`failed to find global ${this.name} under [${type}]`);
    return kind.create(new ComponentParameters(`__anonymous__${type}`, part, this.#surroundings));
  }

  /** The documented type of a named component. */
  typeOf(name: string): string {
    const type = this.own.get(name)?.["type"];
    return typeof type === "string" ? type : name;
  }

  #make(name: string): Component | undefined {
    const own = this.own.get(name);
    if (!own) {
      const kind = this.#kind(name);
      const settings = kind?.byName ?? {};
      return kind && settings !== false
        ? kind.create(new ComponentParameters(name, settings, this.#surroundings))
        : undefined;
    }
    const type = own["type"];
    if (typeof type !== "string") throw withoutType(this.name, name);
    const kind = this.#type(type);
    if (!kind) throw unknownType(this.name, type, name);
    return kind.create(new ComponentParameters(name, own, this.#surroundings));
  }

  /** The type that settings may refer to by this name. */
  #type(type: string): ComponentKind<Component> | undefined {
    const kind = this.#kind(type);
    return kind?.onlyByName ? undefined : kind;
  }

  #kind(type: string): ComponentKind<Component> | undefined {
    return this.#kinds.find((candidate) => candidate.name === type);
  }
}

/** The error for an unknown type. */
export function unknownType(group: string, type: string, name: string): Error {
  return illegalArgument(`Unknown ${group} type [${type}] for [${name}]`);
}

/** The error for a definition without a type; Elasticsearch words it the same for any group. */
export function withoutType(group: string, name: string): Error {
  return illegalArgument(`${group} [${name}] must specify either an analyzer type, or a tokenizer`);
}

/** `index.analysis.<group>.<name>.<key>` grouped by name. */
export function definitionsOf(settings: FlatSettings, group: string): Map<string, ComponentSettings> {
  const prefix = `index.analysis.${group}.`;
  const groups = new Map<string, Record<string, string | readonly string[]>>();
  for (const [key, value] of Object.entries(settings)) {
    if (!key.startsWith(prefix)) continue;
    const rest = key.slice(prefix.length);
    const dot = rest.indexOf(".");
    if (dot <= 0) continue;
    const name = rest.slice(0, dot);
    const definition = groups.get(name) ?? {};
    put(definition, rest.slice(dot + 1), value);
    groups.set(name, definition);
  }
  return groups;
}
