/** Finds the classes of the allow-list and their members. */
import { ownOf } from "../../../core/names.ts";
import type { ClassDefinition, Member } from "./class-definition.ts";
import { memberOf } from "./class-definition.ts";
import { classDefinitions } from "./class-list.ts";

/** A class, its members by name and number of arguments (`max/2`). */
export interface JavaClass {
  readonly name: string;
  readonly supers: readonly string[];
  readonly members: ReadonlyMap<string, Member>;
  readonly statics: ReadonlyMap<string, Member>;
  readonly constants: ReadonlyMap<string, { readonly type: string; readonly value: unknown }>;
  readonly functional: Member | undefined;
  /** Members that were asked for, inherited ones too: by key, and those that are read as fields by the field's name. */
  readonly found: Map<string, Member>;
  readonly getters: Map<string, Member>;
}

let byName: Map<string, ClassDefinition> | undefined;
const classes = new Map<string, JavaClass>();

/** By full name, or without its package; undefined: there is none. */
export function classOf(name: string): JavaClass | undefined {
  const made = classes.get(name);
  if (made) return made;
  byName ??= new Map(
    classDefinitions().flatMap(
      (each) =>
        [
          [each.name, each],
          [shortName(each.name), each],
        ] as const,
    ),
  );
  const definition = byName.get(name);
  if (!definition) return undefined;
  const found = classes.get(definition.name) ?? makeClass(definition);
  classes.set(definition.name, found);
  classes.set(name, found);
  return found;
}

/** `Map.Entry` of `java.util.Map.Entry`. */
export function shortName(name: string): string {
  return name.replace(/^(?:[a-z0-9]+\.)+/, "");
}

function makeClass({ name, supers = [], members, constants = {}, functional }: ClassDefinition): JavaClass {
  const own = Object.keys(members).map((signature) => memberOf(name, signature, ownOf(members, signature)!));
  const byKey = (statics: boolean): Map<string, Member> =>
    new Map(own.filter(({ isStatic }) => isStatic === statics).map((each) => [keyOf(each), each]));
  return {
    name,
    supers,
    members: byKey(false),
    statics: byKey(true),
    constants: new Map(
      Object.keys(constants).map((key) => {
        const [type = "", constant = ""] = key.split(" ");
        return [constant, { type, value: ownOf(constants, key) }];
      }),
    ),
    functional: functional === undefined ? undefined : memberOf(name, functional, () => null),
    found: new Map(),
    getters: new Map(),
  };
}

function keyOf({ name, parameters }: Member): string {
  return `${name}/${parameters.length}`;
}

/** A member of the objects of a class (`name/arity`), of itself or of those above it. */
export function memberFor(className: string, key: string): Member | undefined {
  const owner = classOf(className);
  const known = owner?.found.get(key);
  if (known) return known;
  const found = inherited(className, key) ?? classOf("java.lang.Object")?.members.get(key);
  if (found) owner?.found.set(key, found);
  return found;
}

/** The method that is read as a field: `getName`, or `isName`. */
export function getterFor(className: string, name: string): Member | undefined {
  const owner = classOf(className);
  const known = owner?.getters.get(name);
  if (known) return known;
  const upper = name.slice(0, 1).toUpperCase() + name.slice(1);
  const found = memberFor(className, `get${upper}/0`) ?? memberFor(className, `is${upper}/0`);
  if (found) owner?.getters.set(name, found);
  return found;
}

function inherited(className: string, key: string): Member | undefined {
  const owner = classOf(className);
  const own = owner?.members.get(key);
  if (own || !owner) return own;
  for (const above of owner.supers) {
    const found = inherited(above, key);
    if (found) return found;
  }
  return undefined;
}

/** Whether objects of a class are ones of another. */
export function isSubclass(className: string, other: string): boolean {
  if (className === other || other === "java.lang.Object" || other === "def") return true;
  return classOf(className)?.supers.some((above) => isSubclass(above, other)) ?? false;
}

/** The method of a functional interface. */
export function functionalOf(className: string): Member | undefined {
  return classOf(className)?.functional;
}
