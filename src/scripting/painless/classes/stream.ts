/** java.util.stream. */
import { comparing, truthOf } from "../runtime/callbacks.ts";
import {
  iterated,
  JavaArray,
  type JavaCollection,
  JavaIterable,
  JavaList,
  type Lambda,
} from "../runtime/collections.ts";
import { compareValues } from "../runtime/compare.ts";
import { JavaMap, JavaSet } from "../runtime/maps.ts";
import { illegalStateError } from "../runtime/java-error.ts";
import { addLongs, type Long } from "../runtime/longs.ts";
import { boxed, doubleFrom, numberFrom } from "../runtime/numbers.ts";
import { formOf } from "../runtime/array-forms.ts";
import { type JavaStream, type StreamKind, streamOf } from "../runtime/streams.ts";
import { boxInt, boxLong, JavaObject, textOf, type Value } from "../runtime/values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";
import { Optional } from "./util.ts";
import { joined } from "./text.ts";
import { concatenate } from "../runtime/def-operators.ts";

function* mapped(values: Iterable<Value>, of: Lambda): Iterable<Value> {
  for (const value of values) yield of.call(value);
}

function* filtered(values: Iterable<Value>, test: Lambda): Iterable<Value> {
  for (const value of values) if (truthOf(test)(value)) yield value;
}

function* first(values: Iterable<Value>, count: Long): Iterable<Value> {
  let left = Number(count);
  if (left <= 0) return;
  for (const value of values) {
    yield value;
    if (--left <= 0) return;
  }
}

function* behind(values: Iterable<Value>, count: Long): Iterable<Value> {
  let left = Number(count);
  for (const value of values) if (left-- <= 0) yield value;
}

function* flat(values: Iterable<Value>, of: Lambda): Iterable<Value> {
  for (const value of values) {
    const inner = of.call(value);
    if (inner instanceof JavaIterable) yield* inner.values();
    else if (inner !== null) throw illegalStateError("flatMap needs a stream");
  }
}

function* seen(values: Iterable<Value>, run: Lambda): Iterable<Value> {
  for (const value of values) {
    run.call(value);
    yield value;
  }
}

function reduced(values: Iterable<Value>, from: Value | undefined, of: Lambda): Value | undefined {
  let result = from;
  for (const value of values) result = result === undefined ? value : of.call(result, value);
  return result;
}

function extreme(values: Iterable<Value>, compare: (one: Value, other: Value) => number): Value {
  let best: Value | undefined;
  for (const value of values) if (best === undefined || compare(value, best) > 0) best = value;
  return best ?? null;
}

function common(kind: StreamKind): Readonly<Record<string, Implementation>> {
  const own = kind === "object" ? "" : ` mapTo${kind[0]!.toUpperCase()}${kind.slice(1)}(`;
  return Object.fromEntries(
    Object.entries(allCommon(kind)).filter(([signature]) => own === "" || !signature.includes(own)),
  );
}

function allCommon(kind: StreamKind): Readonly<Record<string, Implementation>> {
  const name = { object: "Stream", int: "IntStream", long: "LongStream", double: "DoubleStream" }[kind];
  const prefix = kind === "object" ? "" : kind[0]!.toUpperCase() + kind.slice(1);
  return {
    [`boolean allMatch(${prefix}Predicate)`]: (self: JavaStream, test: Lambda) =>
      ![...self.values()].some((v) => !truthOf(test)(v)),
    [`boolean anyMatch(${prefix}Predicate)`]: (self: JavaStream, test: Lambda) => {
      for (const value of self.values()) if (truthOf(test)(value)) return true;
      return false;
    },
    [`boolean noneMatch(${prefix}Predicate)`]: (self: JavaStream, test: Lambda) => {
      for (const value of self.values()) if (truthOf(test)(value)) return false;
      return true;
    },
    "long count()": (self: JavaStream) => [...self.values()].length,
    [`${name} distinct()`]: (self: JavaStream) => self.through((values) => new JavaSet("linked", values).values()),
    [`${name} filter(${prefix}Predicate)`]: (self: JavaStream, test: Lambda) => self.through((v) => filtered(v, test)),
    [`void forEach(${prefix}Consumer)`]: (self: JavaStream, run: Lambda) => {
      for (const value of self.values()) run.call(value);
    },
    [`${name} limit(long)`]: (self: JavaStream, count: Long) => self.through((values) => first(values, count)),
    [`${name} skip(long)`]: (self: JavaStream, count: Long) => self.through((values) => behind(values, count)),
    [`${name} peek(${prefix}Consumer)`]: (self: JavaStream, run: Lambda) => self.through((values) => seen(values, run)),
    [`${name} sorted()`]: (self: JavaStream) => self.through((values) => [...values].sort(compareValues)),
    [`Stream mapToObj(${prefix}Function)`]: (self: JavaStream, of: Lambda) =>
      self.through((v) => mapped(v, of), "object"),
    [`IntStream mapToInt(${prefix === "" ? "ToIntFunction" : `${prefix}ToIntFunction`})`]: (
      self: JavaStream,
      of: Lambda,
    ) => self.through((values) => mapped(values, of), "int"),
    [`LongStream mapToLong(${prefix === "" ? "ToLongFunction" : `${prefix}ToLongFunction`})`]: (
      self: JavaStream,
      of: Lambda,
    ) => self.through((values) => mapped(values, of), "long"),
    [`DoubleStream mapToDouble(${prefix === "" ? "ToDoubleFunction" : `${prefix}ToDoubleFunction`})`]: (
      self: JavaStream,
      of: Lambda,
    ) => self.through((values) => mapped(values, of), "double"),
  };
}

const objects: ClassDefinition = {
  name: "java.util.stream.Stream",
  members: {
    ...Object.fromEntries(Object.entries(common("object")).filter(([signature]) => !signature.includes("mapToObj"))),
    "def collect(Collector)": (self: JavaStream, collector: Collector) => collector.collect([...self.values()]),
    "Optional findFirst()": (self: JavaStream) => new Optional([...first(self.values(), 1)][0] ?? null),
    "Optional findAny()": (self: JavaStream) => new Optional([...first(self.values(), 1)][0] ?? null),
    "Stream flatMap(Function)": (self: JavaStream, of: Lambda) => self.through((values) => flat(values, of)),
    "Stream map(Function)": (self: JavaStream, of: Lambda) => self.through((values) => mapped(values, of)),
    "Optional max(Comparator)": (self: JavaStream, by: Lambda) => new Optional(extreme(self.values(), comparing(by))),
    "Optional min(Comparator)": (self: JavaStream, by: Lambda) =>
      new Optional(extreme(self.values(), (one, other) => comparing(by)(other, one))),
    "Optional reduce(BinaryOperator)": (self: JavaStream, of: Lambda) =>
      new Optional(reduced(self.values(), undefined, of) ?? null),
    "def reduce(def,BinaryOperator)": (self: JavaStream, from: Value, of: Lambda) => reduced(self.values(), from, of),
    "Stream sorted(Comparator)": (self: JavaStream, by: Lambda) =>
      self.through((values) => [...values].sort(comparing(by))),
    "def[] toArray()": (self: JavaStream) => new JavaArray("def", [...self.values()], formOf("def")),
    "def[] toArray(IntFunction)": (self: JavaStream) => new JavaArray("def", [...self.values()], formOf("def")),
    "static Stream empty()": () => streamOf([]),
    "static Stream of(def)": (value: Value) => streamOf(value instanceof JavaArray ? value.boxed() : [value]),
    "static Stream concat(Stream,Stream)": (one: JavaStream, other: JavaStream) =>
      streamOf([...one.values(), ...other.values()]),
  },
};

function sumOf(kind: StreamKind, values: Iterable<Value>): Long {
  let sum: Long = 0;
  for (const value of values)
    sum = kind === "double" ? Number(sum) + doubleFrom(value) : addLongs(sum, numberFrom(value));
  return kind === "int" ? Number(sum) | 0 : sum;
}

function average(values: Iterable<Value>): Value {
  const all = [...values];
  return all.length === 0 ? null : all.reduce<number>((sum, value) => sum + doubleFrom(value), 0) / all.length;
}

/** What a class of numeric streams has. */
function numeric(kind: "int" | "long" | "double"): ClassDefinition {
  const name = kind[0]!.toUpperCase() + kind.slice(1);
  const optional = `java.util.Optional${name}`;
  const less = (one: Value, other: Value): number => compareValues(other, one);
  const range = (from: Long, to: Long): JavaStream => {
    function* values(): Iterable<Value> {
      for (let value = from; value < to; value = addLongs(value, 1)) yield boxed(kind, value);
    }
    return streamOf(values(), kind);
  };
  return {
    name: `java.util.stream.${name}Stream`,
    members: {
      ...common(kind),
      [`${name}Stream map(${name}UnaryOperator)`]: (self: JavaStream, of: Lambda) => self.through((v) => mapped(v, of)),
      [`${kind} sum()`]: (self: JavaStream) => sumOf(kind, self.values()),
      "OptionalDouble average()": (self: JavaStream) =>
        new Optional(average(self.values()), "java.util.OptionalDouble"),
      [`Optional${name} max()`]: (self: JavaStream) => new Optional(extreme(self.values(), compareValues), optional),
      [`Optional${name} min()`]: (self: JavaStream) => new Optional(extreme(self.values(), less), optional),
      [`Optional${name} findFirst()`]: (self: JavaStream) =>
        new Optional([...first(self.values(), 1)][0] ?? null, optional),
      [`${kind} reduce(${kind},${name}BinaryOperator)`]: (self: JavaStream, from: Long, of: Lambda) =>
        numberFrom(reduced(self.values(), boxed(kind, from), of) ?? null),
      [`${kind}[] toArray()`]: (self: JavaStream) =>
        new JavaArray(
          kind,
          [...self.values()].map((value) => numberFrom(value)),
          formOf(kind),
        ),
      "Stream boxed()": (self: JavaStream) => self.through((values) => values, "object"),
      ...(kind === "double"
        ? {}
        : {
            [`static ${name}Stream range(${kind},${kind})`]: range,
            [`static ${name}Stream rangeClosed(${kind},${kind})`]: (from: Long, to: Long) =>
              range(from, addLongs(to, 1)),
            "DoubleStream asDoubleStream()": (self: JavaStream) =>
              self.through((values) => [...values].map((value) => doubleFrom(value)), "double"),
          }),
      ...(kind === "int"
        ? {
            "LongStream asLongStream()": (self: JavaStream) =>
              self.through((values) => [...values].map((value) => boxLong(numberFrom(value))), "long"),
          }
        : {}),
    },
  };
}

/** What `collect` makes of values. */
class Collector extends JavaObject {
  readonly java = "java.util.stream.Collector";
  readonly collect: (values: readonly Value[]) => Value;

  constructor(collect: (values: readonly Value[]) => Value) {
    super();
    this.collect = collect;
  }
}

const toList = new Collector((values) => new JavaList([...values]));

function grouped(by: Lambda, into: JavaMap, of: Collector): Collector {
  return new Collector((values) => {
    for (const value of values) {
      const key = by.call(value);
      const group = into.get(key);
      if (group instanceof JavaList) group.add(value);
      else into.put(key, new JavaList([value]));
    }
    for (const entry of into.entries()) entry.value = of.collect([...iterated(entry.value)]);
    return into;
  });
}

function mapWith(key: Lambda, value: Lambda, merge: Lambda | undefined): Collector {
  return new Collector((values) => {
    const map = new JavaMap();
    for (const each of values) {
      const name = key.call(each);
      const made = value.call(each);
      const before = map.find(name);
      if (before && !merge)
        throw illegalStateError(
          `Duplicate key ${textOf(name)} (attempted merging values ${textOf(before.value)} and ${textOf(made)})`,
        );
      map.put(name, before && merge ? merge.call(before.value, made) : made);
    }
    return map;
  });
}

const collectors: ClassDefinition = {
  name: "java.util.stream.Collectors",
  members: {
    "static Collector toList()": () => toList,
    "static Collector toSet()": () => new Collector((values) => new JavaSet("hash", values)),
    "static Collector toCollection(Supplier)": (make: Lambda) =>
      new Collector((values) => {
        const made = make.call() as JavaCollection;
        for (const value of values) made.add(value);
        return made;
      }),
    "static Collector joining()": () => new Collector((values) => joined("", values)),
    "static Collector joining(CharSequence)": (glue: Value) => new Collector((values) => joined(textOf(glue), values)),
    "static Collector joining(CharSequence,CharSequence,CharSequence)": (glue: Value, before: Value, after: Value) =>
      new Collector((values) => concatenate(textOf(before) + joined(textOf(glue), values), textOf(after))),
    "static Collector counting()": () => new Collector((values) => boxLong(values.length)),
    "static Collector mapping(Function,Collector)": (of: Lambda, into: Collector) =>
      new Collector((values) => into.collect(values.map((value) => of.call(value)))),
    "static Collector groupingBy(Function)": (by: Lambda) => grouped(by, new JavaMap(), toList),
    "static Collector groupingBy(Function,Collector)": (by: Lambda, of: Collector) => grouped(by, new JavaMap(), of),
    "static Collector groupingBy(Function,Supplier,Collector)": (by: Lambda, make: Lambda, of: Collector) =>
      new Collector((values) => grouped(by, make.call() as JavaMap, of).collect(values)),
    "static Collector partitioningBy(Predicate)": (test: Lambda) => partitioned(test, toList),
    "static Collector partitioningBy(Predicate,Collector)": partitioned,
    "static Collector toMap(Function,Function)": (key: Lambda, value: Lambda) => mapWith(key, value, undefined),
    "static Collector toMap(Function,Function,BinaryOperator)": mapWith,
    "static Collector summingInt(ToIntFunction)": (of: Lambda) =>
      new Collector((values) => boxInt(Number(sumOf("int", mapped(values, of))))),
    "static Collector summingLong(ToLongFunction)": (of: Lambda) =>
      new Collector((values) => boxLong(sumOf("long", mapped(values, of)))),
    "static Collector summingDouble(ToDoubleFunction)": (of: Lambda) =>
      new Collector((values) => Number(sumOf("double", mapped(values, of)))),
    ...Object.fromEntries(
      ["Int", "Long", "Double"].map((kind) => [
        `static Collector averaging${kind}(To${kind}Function)`,
        (of: Lambda) => new Collector((values) => average(mapped(values, of)) ?? 0),
      ]),
    ),
    "static Collector maxBy(Comparator)": (by: Lambda) =>
      new Collector((values) => new Optional(extreme(values, comparing(by)))),
    "static Collector minBy(Comparator)": (by: Lambda) =>
      new Collector((values) => new Optional(extreme(values, (one, other) => comparing(by)(other, one)))),
    "static Collector reducing(def,BinaryOperator)": (from: Value, of: Lambda) =>
      new Collector((values) => reduced(values, from, of) ?? null),
  },
};

function partitioned(test: Lambda, of: Collector): Collector {
  return new Collector((values) => {
    const map = new JavaMap("linked");
    map.put(false, of.collect(values.filter((value) => !truthOf(test)(value))));
    map.put(true, of.collect(values.filter((value) => truthOf(test)(value))));
    return map;
  });
}

export const streamClasses: readonly ClassDefinition[] = [
  objects,
  numeric("int"),
  numeric("long"),
  numeric("double"),
  collectors,
  { name: "java.util.stream.Collector", members: {} },
];
