/** Programs and their results, or their errors, as OpenSearch 3.8 answers them (`painless-cases.json`). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { ScriptCompiler } from "../script-compiler.ts";
import { classDefinitions } from "./classes/class-list.ts";
import { classOf } from "./classes/class-registry.ts";
import { verifyCode } from "../generated/verify-code.ts";
import { findType } from "./compile/types.ts";

interface Case {
  readonly script: string;
  readonly result?: string;
  readonly error?: {
    readonly reason: string;
    readonly stack: readonly string[];
    readonly position: object;
    readonly cause: string;
    readonly why: string | null;
  };
}

const cases = JSON.parse(readFileSync(new URL("painless-cases.json", import.meta.url), "utf8")) as readonly Case[];

/** What a script answers, or its error. */
function run(source: string): Omit<Case, "script"> {
  try {
    const script = { kind: "inline", source, lang: "painless", params: {}, options: {} } as const;
    return { result: new ScriptCompiler().program(script, "painless_test")().result() };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { script_stack: stack, position } = error.details as { script_stack: string[]; position: object };
    const { cause } = error;
    const why = cause?.details["reason"] === null ? null : (cause?.message ?? null);
    return { error: { reason: error.message, stack, position, cause: cause?.type ?? "", why } };
  }
}

test.each(cases)("$script", ({ script, ...answer }) => {
  expect(run(script)).toEqual(answer);
});

/** The reason why a script fails; undefined: it does not. */
function failureOf(source: string): string | undefined {
  const { error } = run(source);
  return error && `${error.cause}: ${error.why}`;
}

describe("nothing of the host is reached", () => {
  // A growing list: whatever is tried next belongs here.
  test.each([
    "''.constructor",
    "''.constructor('return process')()",
    "def x = ''; x.constructor",
    "def x = ''; x.constructor('return process')",
    "def x = [:]; x.constructor.constructor('return this')()",
    "def x = []; x.__proto__",
    "def x = []; x.items",
    "def x = []; x['__proto__']",
    "List x = []; x.prototype",
    "def x = []; x.valueOf()",
    "def x = []; x.toLocaleString()",
    "def x = 1; x.toFixed(1)",
    "def x = 'a'; x.call(1)",
    "def x = 'a'; x.bind()",
    "(1).constructor",
    "this",
    "this.constructor",
    "globalThis",
    "process.exit()",
    "require('fs')",
    "import('fs')",
    "eval('1')",
    "Function('return 1')()",
    "new Function('return 1')",
    "new Proxy([:], [:])",
    "System.exit(1)",
    "Runtime.getRuntime().exec('ls')",
    "Class.forName('java.lang.Runtime')",
    "''.getClass()",
    "def x = ''; x.getClass().forName('x')",
    "def x = ''; x.class",
    "[].getClass().getClassLoader()",
    "Thread.sleep(1)",
    "new Thread()",
    "new java.io.File('/')",
    "java.lang.System.getenv()",
    "String.prototype",
    "Object.keys([:])",
    "Math.constructor",
    "[1].map(x -> x)",
    "[1].stream().constructor",
    "[1].stream().map(Object::constructor).collect(Collectors.toList())",
    "[1].stream().map(String::valueOf).map(x -> x.constructor).collect(Collectors.toList())",
    "def x = [1].iterator(); x.constructor",
    "`${process.exit()}`",
    "'a'; //# sourceURL=x\nprocess",
    "return */ process.exit() /*",
    "def h1 = 1; h2(1)",
    "k1",
    "c0",
    "def e = null; try { e.x } catch (Exception y) { return y.stack }",
    "try { [].get(1) } catch (Exception y) { return y.constructor }",
    "/a/.compiled",
    "/a/.matcher('a').pattern.compiled",
    "ZonedDateTime.ofInstant(Instant.EPOCH, ZoneId.of('Z')).zone.zone",
    "Optional.of(1).value.constructor",
  ])("%s is refused", (source) => {
    expect(failureOf(source)).toMatch(
      /class_cast|not found|cannot resolve|invalid sequence|unexpected|Unknown call|Not a type|unreachable|not a statement|null_pointer/,
    );
  });

  test("names of what objects of JavaScript inherit are names like any other in maps", () => {
    expect(run("Map m = new TreeMap(); m.constructor = 1; m['__proto__'] = 2; return m")).toEqual({
      result: "{__proto__=2, constructor=1}",
    });
    expect(run("params.constructor").result).toBe("null");
    expect(run("params.toString().length() + '' + params['__proto__']").result).toBe("2null");
  });

  test("code with anything that reaches into objects is not run", () => {
    expect(() => verifyCode("return h1(v2,1.5)+3n;\n/*12*/f3(c0)")).not.toThrow();
    for (const text of [
      "a.b",
      "v1.v2",
      "v1[0]",
      "'x'",
      '"x"',
      "`x`",
      "this",
      "new h1()",
      "process",
      "import(v1)",
      "v1?.v2",
      "//",
      "\\u0061",
      "class x{}",
      "async",
      "#x",
      "@x",
      "__proto__",
    ])
      if (text !== "//") expect(() => verifyCode(text), text).toThrow("generated code");
  });
});

describe("a script is stopped", () => {
  const STEPS = "painless_error: The maximum number of statements that can be executed in a loop has been reached.";

  test.each([
    ["while (true) { int x = 1 }", STEPS],
    ["for (;;) { int x = 1 }", STEPS],
    ["int i = 0; do { i++ } while (i >= 0 || i < 0); return i", STEPS],
    ["try { while (true) { int x = 1 } } catch (Exception e) { return 1 }", STEPS],
    ["int f(int n) { return n < 1 ? 1 : f(n - 1) + f(n - 1) } f(60)", STEPS],
    [
      "def l = []; for (int i = 0; i < 900000; i++) { l.add(i) } for (x in l) { for (y in l) { int z = 1 } } return 1",
      STEPS,
    ],
    ["int f(int n) { return f(n + 1) } f(0)", "stack_overflow_error: null"],
    [
      "String s = 'abcdefgh'; for (int i = 0; i < 60; i++) { s = s + s } return s.length()",
      /^circuit_breaking_exception: /,
    ],
    ["def l = [1]; for (int i = 0; i < 60; i++) { l.addAll(l) } return l.size()", /^circuit_breaking_exception: /],
    ["new int[2000000000]", /too large/],
    [
      "'a'.replace('', 'bbbbbbbbbb').replace('b', 'cccccccccc').replace('c', 'dddddddddddd').replace('d', 'eeeeeeeeeeeeeeee').replace('e', 'ffffffffffffffff').replace('f', 'gggggggggggggggggggg').replace('g', 'hhhhhhhhhhhhh')",
      /circuit_breaking|out_of_memory/,
    ],
  ])("%s", (source, why) => {
    expect(failureOf(source)).toMatch(why);
  });

  test("deep nesting is refused", () => {
    expect(failureOf(`${"(".repeat(5000)}1${")".repeat(5000)}`)).toMatch(/nested too deeply/);
    expect(failureOf(`${"[".repeat(5000)}1${"]".repeat(5000)}`)).toMatch(/nested too deeply/);
    expect(failureOf("-".repeat(60_000))).toMatch(/nested too deeply|invalid sequence|unexpected end/);
  });
});

test("each type that a signature of the allow-list names is on it", () => {
  const missing: string[] = [];
  for (const { name } of classDefinitions()) {
    const found = classOf(name)!;
    const members = [
      ...found.members.values(),
      ...found.statics.values(),
      ...(found.functional ? [found.functional] : []),
    ];
    for (const { returns, parameters } of members)
      for (const type of [returns, ...parameters]) if (!findType(type)) missing.push(`${name}: ${type}`);
    for (const { type } of found.constants.values()) if (!findType(type)) missing.push(`${name}: ${type}`);
  }
  expect(missing).toEqual([]);
});
