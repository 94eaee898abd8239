// Programs of Painless: many small ones in each script, since real servers compile so many scripts in five minutes and
// no more (75 for each context). Each adds what it comes to, or what it threw, to the list that the script answers.
import { several } from "../values.mjs";

const PROGRAMS = 60;
const TEXTS = ["''", "'a'", "'Abc'", "' x y '", "'äß'", "'1'", "'-12'", "'2.5'", "'a,b,,c'"];
const INTS = ["0", "1", "-1", "2", "7", "31", "-13", "1000", "2147483647", "-2147483648"];
const LONGS = ["0L", "1L", "-1L", "63L", "4294967296L", "9223372036854775807L", "-9223372036854775808L"];
const DOUBLES = [
  "0.0",
  "-0.0",
  "1.0",
  "-1.5",
  "0.1",
  "1e10",
  "1e-7",
  "123456789.125",
  "1e300",
  "(0.0/0.0)",
  "1.0f",
  "3.3f",
];

/** Literals are variables, since what is constant is computed, and refused, when a script is compiled. */
const literals = [
  ["int", "I", INTS],
  ["long", "L", LONGS],
  ["double", "D", DOUBLES],
  ["String", "S", TEXTS],
  ["boolean", "B", ["true", "false"]],
];
const declarations = literals
  .flatMap(([type, letter, values]) => values.map((value, at) => `${type} ${letter}${at} = ${value};`))
  .join(" ");
const namesOf = (letter, values) => values.map((_, at) => `${letter}${at}`);
const INT_NAMES = namesOf("I", INTS);
const LONG_NAMES = namesOf("L", LONGS);
const DOUBLE_NAMES = namesOf("D", DOUBLES);
const TEXT_NAMES = namesOf("S", TEXTS);
const BOOL_NAMES = ["B0", "B1"];

/** Parameters of functions within each other must have names of their own. */
const parameter = (random) => `x${random.below(1e9)}`;
const one = (random, list) => list[random.below(list.length)];

/** An expression of a type, by kind of value. */
const makers = {
  int: (r, d) => [
    () => one(r, INT_NAMES),
    () => `(${int(r, d)} ${one(r, ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"])} ${int(r, d)})`,
    () => `(${one(r, ["-", "~", "+"])}${int(r, d)})`,
    () => `(${bool(r, d)} ? ${int(r, d)} : ${int(r, d)})`,
    () => `(int)${double(r, d)}`,
    () => `(int)${long(r, d)}`,
    () => `${text(r, d)}.length()`,
    () => `${text(r, d)}.indexOf(${text(r, d)})`,
    () => `${text(r, d)}.compareTo(${text(r, d)})`,
    () => `${text(r, d)}.hashCode()`,
    () => `(int)Math.${one(r, ["max", "min"])}(${int(r, d)}, ${int(r, d)})`,
    () => `(int)Math.abs(${int(r, d)})`,
    () => `Integer.parseInt(${text(r, d)})`,
    () => `Integer.${one(r, ["bitCount", "reverse", "signum", "numberOfLeadingZeros", "highestOneBit"])}(${int(r, d)})`,
    () => `${list(r, d)}.size()`,
    () => `${list(r, d)}.indexOf(${int(r, d)})`,
    () => `Integer.compare(${int(r, d)}, ${int(r, d)})`,
  ],
  long: (r, d) => [
    () => one(r, LONG_NAMES),
    () => `(${long(r, d)} ${one(r, ["+", "-", "*", "/", "%", "&", "|", "^"])} ${one(r, [long, int])(r, d)})`,
    () => `(${long(r, d)} ${one(r, ["<<", ">>", ">>>"])} ${int(r, d)})`,
    () => `(long)${double(r, d)}`,
    () => `(long)Math.abs(${long(r, d)})`,
    () => `Math.round(${double(r, d)})`,
    () => `Long.${one(r, ["bitCount", "reverse", "numberOfTrailingZeros", "signum"])}(${long(r, d)})`,
    () => `Long.parseLong(${text(r, d)})`,
  ],
  double: (r, d) => [
    () => one(r, DOUBLE_NAMES),
    () => `(${double(r, d)} ${one(r, ["+", "-", "*", "/", "%"])} ${one(r, [double, int, long])(r, d)})`,
    () => `Math.${one(r, ["floor", "ceil", "rint", "abs", "signum", "toRadians"])}(${double(r, d)})`,
    () => `Math.sqrt(Math.abs(${double(r, d)}))`,
    () => `Math.${one(r, ["max", "min"])}(${double(r, d)}, ${double(r, d)})`,
    () => `(double)${one(r, [int, long])(r, d)}`,
    () => `(double)(float)${double(r, d)}`,
    () => `Double.parseDouble(${text(r, d)})`,
  ],
  bool: (r, d) => [
    () => one(r, BOOL_NAMES),
    () => `(${int(r, d)} ${one(r, ["<", "<=", ">", ">=", "==", "!="])} ${one(r, [int, long, double])(r, d)})`,
    () => `(${bool(r, d)} ${one(r, ["&&", "||", "^", "==", "!="])} ${bool(r, d)})`,
    () => `(!${bool(r, d)})`,
    () =>
      `${text(r, d)}.${one(r, ["contains", "startsWith", "endsWith", "equals", "equalsIgnoreCase"])}(${text(r, d)})`,
    () => `${text(r, d)}.isEmpty()`,
    () => `${list(r, d)}.contains(${int(r, d)})`,
    () => `${list(r, d)}.equals(${list(r, d)})`,
    () => `Double.isNaN(${double(r, d)})`,
  ],
  text: (r, d) => [
    () => one(r, TEXT_NAMES),
    () => `(${text(r, d)} + ${one(r, [text, int, long, double, bool, list, map])(r, d)})`,
    () => `${text(r, d)}.${one(r, ["toUpperCase", "toLowerCase", "trim"])}()`,
    () => `${text(r, d)}.substring(${int(r, d)})`,
    () => `${text(r, d)}.substring(${one(r, ["0", "1", "2"])}, ${one(r, ["1", "2", "3"])})`,
    () => `${text(r, d)}.replace(${text(r, d)}, ${text(r, d)})`,
    () => `String.valueOf(${one(r, [int, long, double, bool])(r, d)})`,
    () => `String.valueOf(${text(r, d)}.charAt(${int(r, d)}))`,
    () => `String.join(${text(r, d)}, ${texts(r, d)})`,
    () => `Integer.${one(r, ["toHexString", "toBinaryString", "toString"])}(${int(r, d)})`,
    () => `Double.toString(${double(r, d)})`,
    () => `${list(r, d)}.toString()`,
    () => `${map(r, d)}.toString()`,
  ],
  texts: (r, d) => [
    () => `[${several(r, 1, 3, () => text(r, d)).join(", ")}]`,
    () => `Arrays.asList(${text(r, d)}.splitOnToken(${one(r, ["','", "' '", "'b'"])}))`,
  ],
  list: (r, d) => [
    () => `[${several(r, 1, 4, () => int(r, d)).join(", ")}]`,
    () => ((x) => `${list(r, d)}.stream().map(${x} -> ${x} + ${int(r, d)}).collect(Collectors.toList())`)(parameter(r)),
    () =>
      ((x) => `${list(r, d)}.stream().filter(${x} -> ${x} > ${int(r, d)}).sorted().collect(Collectors.toList())`)(
        parameter(r),
      ),
    () => `${list(r, d)}.subList(0, ${one(r, ["0", "1", "2"])})`,
    () => ((x) => `${list(r, d)}.findAll(${x} -> ${x} % 2 == 0)`)(parameter(r)),
    () => ((x) => `${list(r, d)}.collect(${x} -> ${x} * ${int(r, d)})`)(parameter(r)),
  ],
  map: (r, d) => [() => `[${text(r, 0)}: ${int(r, d)}]`, () => `[${text(r, 0)}: ${list(r, d)}]`],
};

function made(kind, random, depth) {
  const ways = makers[kind](random, depth - 1);
  return depth <= 0 ? ways[0]() : one(random, ways)();
}

const int = (random, depth) => (depth <= 0 ? one(random, INT_NAMES) : made("int", random, depth));
const long = (random, depth) => (depth <= 0 ? one(random, LONG_NAMES) : made("long", random, depth));
const double = (random, depth) => (depth <= 0 ? one(random, DOUBLE_NAMES) : made("double", random, depth));
const bool = (random, depth) => (depth <= 0 ? one(random, BOOL_NAMES) : made("bool", random, depth));
const text = (random, depth) => (depth <= 0 ? one(random, TEXT_NAMES) : made("text", random, depth));
const texts = (random, depth) => made("texts", random, Math.max(1, depth));
const list = (random, depth) => (depth <= 0 ? `[${int(random, 0)}, ${int(random, 0)}]` : made("list", random, depth));
const map = (random, depth) => made("map", random, Math.max(1, depth));

const TYPES = { int, long, double, bool, text, texts, list, map };
const JAVA = { int: "int", long: "long", double: "double", bool: "boolean", text: "String" };

/** Statements that leave `r`. */
function programOf(random) {
  const kind = one(random, Object.keys(TYPES));
  const make = TYPES[kind];
  const depth = 1 + random.below(3);
  const java = JAVA[kind] ?? "def";
  switch (random.below(6)) {
    case 0:
      return `def r = ${make(random, depth)};`;
    case 1:
      return `def a = ${int(random, depth)}; def b = ${one(random, [int, long, double])(random, depth)}; def r = a ${one(random, ["+", "-", "*", "/", "%", "<", "==", ">="])} b;`;
    case 2:
      return `int s = ${int(random, 0)}; for (int i = 0; i < ${1 + random.below(5)}; ++i) { s ${one(random, ["+=", "-=", "*=", "^=", "|="])} ${int(random, depth)}; if (s == ${int(random, 0)}) { break; } } def r = s;`;
    case 3:
      return `def r = new ArrayList(); for (def x : ${list(random, depth)}) { r.add(x instanceof Integer ? x : 'n'); }`;
    case 4:
      return `${java} x = ${make(random, depth)}; def y = x; def r = y;`;
    default:
      return `def m = new HashMap(); m.put(${text(random, 0)}, ${make(random, depth)}); def r = m;`;
  }
}

const CAUGHT = ["ArithmeticException", "NumberFormatException", "IndexOutOfBoundsException", "ClassCastException"];

function scriptOf(random) {
  const parts = several(random, PROGRAMS, PROGRAMS, () => {
    const catches = CAUGHT.map((java) => `catch (${java} e) { o.add('${java}'); }`).join(" ");
    return `try { ${programOf(random)} o.add(String.valueOf(r)); } ${catches} catch (Exception e) { o.add('other'); }`;
  });
  return `${declarations} List o = new ArrayList(); ${parts.map((part) => `for (int once = 0; once < 1; ++once) { ${part} }`).join("\n")} return o;`;
}

export const scripts = {
  name: "scripts",
  oracle: "opensearch",
  world: () => ({
    body: { settings: { number_of_shards: 1 }, mappings: { properties: { n: { type: "integer" } } } },
    batches: [[{ _id: "1", source: { n: 1 } }]],
  }),
  request: (random) => ({
    path: "_search",
    body: { _source: false, script_fields: { x: { script: { source: scriptOf(random) } } } },
  }),
};
