/** What else of java.util, and of Elasticsearch, scripts use. */
import { randomBytes } from "node:crypto";
import type { Lambda } from "../runtime/collections.ts";
import { Locale } from "../runtime/locale.ts";
import { noElementError } from "../runtime/java-error.ts";
import { doubleFrom } from "../runtime/numbers.ts";
import { hashOf, JavaObject, textOf, type Value } from "../runtime/values.ts";
import type { ClassDefinition } from "./class-definition.ts";

/** A value, or none. */
export class Optional extends JavaObject {
  readonly java: string;
  readonly value: Value;

  constructor(value: Value, java = "java.util.Optional") {
    super();
    this.value = value;
    this.java = java;
  }

  get(): Value {
    if (this.value === null) throw noElementError("No value present");
    return this.value;
  }

  override sameAs(): string {
    return `${hashOf(this.value)} ${textOf(this.value)}`;
  }

  override text(): string {
    const name = this.java.slice("java.util.".length);
    return this.value === null ? `${name}.empty` : `${name}[${textOf(this.value)}]`;
  }
}

const optional: ClassDefinition = {
  name: "java.util.Optional",
  members: {
    "static Optional empty()": () => new Optional(null),
    "static Optional of(def)": (value: Value) => new Optional(value),
    "static Optional ofNullable(def)": (value: Value) => new Optional(value),
    "Optional filter(Predicate)": (self: Optional, test: Lambda) =>
      new Optional(self.value !== null && test.call(self.value) === true ? self.value : null),
    "Optional flatMap(Function)": (self: Optional, of: Lambda) => (self.value === null ? self : of.call(self.value)),
    "def get()": (self: Optional) => self.get(),
    "void ifPresent(Consumer)": (self: Optional, run: Lambda) => {
      if (self.value !== null) run.call(self.value);
    },
    "boolean isPresent()": (self: Optional) => self.value !== null,
    "boolean isEmpty()": (self: Optional) => self.value === null,
    "Optional map(Function)": (self: Optional, of: Lambda) =>
      self.value === null ? self : new Optional(of.call(self.value)),
    "def orElse(def)": (self: Optional, other: Value) => self.value ?? other,
    "def orElseGet(Supplier)": (self: Optional, other: Lambda) => self.value ?? other.call(),
    "def orElseThrow(Supplier)": (self: Optional, other: Lambda) => {
      if (self.value === null) throw raised(other.call());
      return self.value;
    },
  },
};

function raised(value: Value): unknown {
  return value !== null && typeof value === "object" && "raise" in value && typeof value.raise === "function"
    ? (value.raise as () => unknown).call(value)
    : noElementError(null);
}

function numeric(kind: "Int" | "Long" | "Double"): ClassDefinition {
  const type = kind.toLowerCase() as "int" | "long" | "double";
  return {
    name: `java.util.Optional${kind}`,
    members: {
      [`${type} getAs${kind}()`]: (self: Optional) => numberOf(self.get()),
      "boolean isPresent()": (self: Optional) => self.value !== null,
      [`${type} orElse(${type})`]: (self: Optional, other: number) =>
        self.value === null ? other : numberOf(self.value),
    },
  };
}

function numberOf(value: Value): unknown {
  return typeof value === "number"
    ? value
    : value !== null && typeof value === "object" && "value" in value
      ? value.value
      : doubleFrom(value);
}

class Uuid extends JavaObject {
  readonly java = "java.util.UUID";
  readonly hex: string;

  constructor(hex: string) {
    super();
    this.hex = hex;
  }

  override sameAs(): string {
    return this.hex;
  }

  override text(): string {
    return this.hex;
  }
}

const uuid: ClassDefinition = {
  name: "java.util.UUID",
  members: {
    "static UUID randomUUID()": () => {
      const bytes = randomBytes(16);
      bytes[6] = (bytes[6]! & 0x0f) | 0x40;
      bytes[8] = (bytes[8]! & 0x3f) | 0x80;
      return new Uuid(bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
    },
    "static UUID fromString(String)": (text: string) => new Uuid(text),
  },
};

/** Numbers that seem random: those of java.util.Random for a seed. */
class Random extends JavaObject {
  readonly java = "java.util.Random";
  #seed: bigint;

  constructor(seed: bigint) {
    super();
    this.#seed = (seed ^ 0x5deece66dn) & ((1n << 48n) - 1n);
  }

  bits(count: number): number {
    this.#seed = (this.#seed * 0x5deece66dn + 0xbn) & ((1n << 48n) - 1n);
    return Number(BigInt.asIntN(32, this.#seed >> BigInt(48 - count)));
  }

  below(bound: number): number {
    if ((bound & -bound) === bound) return Number((BigInt(bound) * BigInt(this.bits(31))) >> 31n);
    for (;;) {
      const bits = this.bits(31);
      const value = bits % bound;
      if (bits - value + (bound - 1) <= 0x7fffffff) return value;
    }
  }
}

const random: ClassDefinition = {
  name: "java.util.Random",
  members: {
    "new()": () => new Random(randomBytes(8).readBigInt64BE()),
    "new(long)": (seed: number | bigint) => new Random(BigInt(seed)),
    "boolean nextBoolean()": (self: Random) => self.bits(1) !== 0,
    "double nextDouble()": (self: Random) => (self.bits(26) * 2 ** 27 + self.bits(27)) * 2 ** -53,
    "float nextFloat()": (self: Random) => self.bits(24) / (1 << 24),
    "int nextInt()": (self: Random) => self.bits(32),
    "int nextInt(int)": (self: Random, bound: number) => self.below(Math.max(1, bound)),
  },
};

const LOCALES =
  "ROOT ENGLISH:en US:en:US UK:en:GB CANADA:en:CA CANADA_FRENCH:fr:CA GERMAN:de GERMANY:de:DE FRENCH:fr FRANCE:fr:FR " +
  "ITALIAN:it ITALY:it:IT JAPANESE:ja JAPAN:ja:JP KOREAN:ko KOREA:ko:KR CHINESE:zh CHINA:zh:CN PRC:zh:CN " +
  "SIMPLIFIED_CHINESE:zh:CN TAIWAN:zh:TW TRADITIONAL_CHINESE:zh:TW";

const locale: ClassDefinition = {
  name: "java.util.Locale",
  members: {
    "new(String)": (language: string) => Locale.of(language),
    "new(String,String)": (language: string, country: string) => Locale.of(language, country),
    "static Locale forLanguageTag(String)": (tag: string) => Locale.ofTag(tag),
    "String toLanguageTag()": (self: Locale) => self.tag || "und",
    "String getLanguage()": (self: Locale) => self.language,
    "String getCountry()": (self: Locale) => self.country,
  },
  constants: Object.fromEntries(
    LOCALES.split(" ").map((each) => {
      const [name = "", language = "", country = ""] = each.split(":");
      return [`Locale ${name}`, Locale.of(language, country)];
    }),
  ),
};

export const utilClasses: readonly ClassDefinition[] = [
  locale,
  optional,
  numeric("Int"),
  numeric("Long"),
  numeric("Double"),
  uuid,
  random,
];
