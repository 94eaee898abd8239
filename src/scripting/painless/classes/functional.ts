/** java.util.function, and what else has one method. */
import { comparing } from "../runtime/callbacks.ts";
import { Lambda } from "../runtime/collections.ts";
import { compareValues } from "../runtime/compare.ts";
import { boxInt, type Value } from "../runtime/values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";

const FUNCTION = "java.util.function.";

function functional(
  name: string,
  method: string,
  members: Readonly<Record<string, Implementation>> = {},
): ClassDefinition {
  return { name: name.includes(".") ? name : FUNCTION + name, functional: method, members };
}

const not =
  (self: Lambda): ((...args: Value[]) => boolean) =>
  (...args) =>
    self.call(...args) !== true;

function predicate(name: string, method: string): ClassDefinition {
  const full = FUNCTION + name;
  return functional(name, method, {
    [`${name} negate()`]: (self: Lambda) => new Lambda(not(self), full),
    [`${name} and(${name})`]: (self: Lambda, other: Lambda) =>
      new Lambda((...args) => self.call(...args) === true && other.call(...args) === true, full),
    [`${name} or(${name})`]: (self: Lambda, other: Lambda) =>
      new Lambda((...args) => self.call(...args) === true || other.call(...args) === true, full),
  });
}

const COMPARATOR = "java.util.Comparator";

function comparator(compare: (one: Value, other: Value) => number): Lambda {
  return new Lambda((one, other) => boxInt(compare(one ?? null, other ?? null)), COMPARATOR);
}

const byKey =
  (key: Lambda) =>
  (one: Value, other: Value): number =>
    compareValues(key.call(one), key.call(other));

function thenBy(self: Lambda, next: (one: Value, other: Value) => number): Lambda {
  const first = comparing(self);
  return comparator((one, other) => first(one, other) || next(one, other));
}

const comparators: ClassDefinition = {
  name: COMPARATOR,
  functional: "int compare(def,def)",
  members: {
    "Comparator reversed()": (self: Lambda) => comparator((one, other) => comparing(self)(other, one)),
    "Comparator thenComparing(Comparator)": (self: Lambda, other: Lambda) => thenBy(self, comparing(other)),
    "Comparator thenComparing(Function,Comparator)": (self: Lambda, key: Lambda, other: Lambda) =>
      thenBy(self, (a, b) => comparing(other)(key.call(a), key.call(b))),
    "Comparator thenComparingInt(ToIntFunction)": (self: Lambda, key: Lambda) => thenBy(self, byKey(key)),
    "Comparator thenComparingLong(ToLongFunction)": (self: Lambda, key: Lambda) => thenBy(self, byKey(key)),
    "Comparator thenComparingDouble(ToDoubleFunction)": (self: Lambda, key: Lambda) => thenBy(self, byKey(key)),
    "static Comparator comparing(Function)": (key: Lambda) => comparator(byKey(key)),
    "static Comparator comparing(Function,Comparator)": (key: Lambda, other: Lambda) =>
      comparator((a, b) => comparing(other)(key.call(a), key.call(b))),
    "static Comparator comparingInt(ToIntFunction)": (key: Lambda) => comparator(byKey(key)),
    "static Comparator comparingLong(ToLongFunction)": (key: Lambda) => comparator(byKey(key)),
    "static Comparator comparingDouble(ToDoubleFunction)": (key: Lambda) => comparator(byKey(key)),
    "static Comparator naturalOrder()": () => comparator(compareValues),
    "static Comparator reverseOrder()": () => comparator((one, other) => compareValues(other, one)),
    "static Comparator nullsFirst(Comparator)": (inner: Lambda) => comparator(nulls(inner, -1)),
    "static Comparator nullsLast(Comparator)": (inner: Lambda) => comparator(nulls(inner, 1)),
  },
};

function nulls(inner: Lambda, sign: 1 | -1): (one: Value, other: Value) => number {
  return (one, other) => {
    if (one === null || other === null) return one === other ? 0 : one === null ? sign : -sign;
    return comparing(inner)(one, other);
  };
}

export const functionClasses: readonly ClassDefinition[] = [
  functional("Function", "def apply(def)", {
    "Function andThen(Function)": (self: Lambda, next: Lambda) =>
      new Lambda((value) => next.call(self.call(value ?? null))),
    "Function compose(Function)": (self: Lambda, before: Lambda) =>
      new Lambda((value) => self.call(before.call(value ?? null))),
    "static Function identity()": () => new Lambda((value) => value ?? null),
  }),
  functional("BiFunction", "def apply(def,def)", {
    "BiFunction andThen(Function)": (self: Lambda, next: Lambda) =>
      new Lambda((...args) => next.call(self.call(...args)), "java.util.function.BiFunction"),
  }),
  functional("UnaryOperator", "def apply(def)", {
    "static UnaryOperator identity()": () => new Lambda((v) => v ?? null),
  }),
  functional("BinaryOperator", "def apply(def,def)"),
  functional("Supplier", "def get()"),
  functional("Consumer", "void accept(def)"),
  functional("BiConsumer", "void accept(def,def)"),
  functional("ObjIntConsumer", "void accept(def,int)"),
  predicate("Predicate", "boolean test(def)"),
  predicate("BiPredicate", "boolean test(def,def)"),
  predicate("IntPredicate", "boolean test(int)"),
  predicate("LongPredicate", "boolean test(long)"),
  predicate("DoublePredicate", "boolean test(double)"),
  functional("BooleanSupplier", "boolean getAsBoolean()"),
  ...(["Int", "Long", "Double"] as const).flatMap((kind) => {
    const type = kind.toLowerCase();
    return [
      functional(`${kind}Function`, `def apply(${type})`),
      functional(`${kind}UnaryOperator`, `${type} applyAs${kind}(${type})`),
      functional(`${kind}BinaryOperator`, `${type} applyAs${kind}(${type},${type})`),
      functional(`${kind}Supplier`, `${type} getAs${kind}()`),
      functional(`${kind}Consumer`, `void accept(${type})`),
      functional(`To${kind}Function`, `${type} applyAs${kind}(def)`),
      functional(`To${kind}BiFunction`, `${type} applyAs${kind}(def,def)`),
      ...(["Int", "Long", "Double"] as const)
        .filter((other) => other !== kind)
        .map((other) => functional(`${kind}To${other}Function`, `${other.toLowerCase()} applyAs${other}(${type})`)),
    ];
  }),
  functional("java.lang.Runnable", "void run()"),
  comparators,
];
