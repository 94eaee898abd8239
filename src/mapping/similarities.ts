/**
 * The similarities that fields can name: `BM25`, `boolean`, and those of the index's settings
 * (`index.similarity.<name>.*`), parsed and validated. `query/scoring` implements them.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { javaFloat } from "../core/float32.ts";
import type { FlatSettings } from "../analysis/component-groups.ts";
import { ownOf } from "../core/names.ts";
import { inlineScript } from "../scripting/check-script.ts";
import type { ScriptReader, ScriptSource } from "../scripting/script-compiler.ts";
import { scriptOfSettings } from "../scripting/parse-script.ts";
import type { InlineScript } from "../scripting/script.ts";

/** A documented type of similarity. */
export type SimilarityType = "BM25" | "boolean" | "DFI" | "DFR" | "IB" | "LMDirichlet" | "LMJelinekMercer" | "scripted";

/** A script of a similarity. */
export interface SimilarityScript<Context extends "similarity" | "similarity_weight"> {
  readonly script: InlineScript;
  readonly program: ScriptSource<Context>;
}

/** A similarity with its settings; numbers are float32. */
export interface SimilarityDefinition {
  readonly type: SimilarityType;
  readonly values: Readonly<Record<string, string | number | boolean>>;
  /** For type `scripted`. */
  readonly scripts?: {
    readonly score: SimilarityScript<"similarity">;
    readonly weight: SimilarityScript<"similarity_weight"> | undefined;
  };
}

export const BM25: SimilarityDefinition = {
  type: "BM25",
  values: { k1: Math.fround(1.2), b: Math.fround(0.75), discount_overlaps: true },
};
/** Lucene's own, without the factor k1 + 1 that Elasticsearch keeps from its past. */
export const LUCENE_BM25: SimilarityDefinition = { type: "BM25", values: { ...BM25.values, legacy: false } };
export const BOOLEAN: SimilarityDefinition = { type: "boolean", values: {} };

const PREFIX = "index.similarity.";
const BUILT_IN: ReadonlyMap<string, SimilarityDefinition> = new Map([
  ["BM25", BM25],
  ["boolean", BOOLEAN],
]);

/** The similarities of an index by name. */
export class IndexSimilarities {
  readonly #own: ReadonlyMap<string, SimilarityDefinition>;

  /** Throws RequestError 400 with Elasticsearch's message for invalid settings. */
  constructor(settings: FlatSettings, scripts: ScriptReader) {
    this.#own = definitionsOf(settings, scripts);
  }

  /** The similarity with this name; undefined when there is none. */
  named(name: string): SimilarityDefinition | undefined {
    return this.#own.get(name) ?? BUILT_IN.get(name);
  }

  /** The similarity of fields that name none. */
  get fallback(): SimilarityDefinition {
    return this.#own.get("default") ?? BM25;
  }
}

type Settings = ReadonlyMap<string, string>;

function definitionsOf(settings: FlatSettings, scripts: ScriptReader): Map<string, SimilarityDefinition> {
  const groups = new Map<string, Map<string, string>>();
  for (const [key, value] of Object.entries(settings)) {
    if (!key.startsWith(PREFIX)) continue;
    const dot = key.indexOf(".", PREFIX.length);
    if (dot < 0) continue;
    const name = key.slice(PREFIX.length, dot);
    const group = groups.get(name) ?? new Map<string, string>();
    group.set(key.slice(dot + 1), String(value));
    groups.set(name, group);
  }
  const definitions = new Map<string, SimilarityDefinition>();
  for (const [name, group] of groups) {
    if (BUILT_IN.has(name))
      throw illegalArgument(`illegal value for [index.similarity.${name}] cannot redefine built-in similarity`);
    definitions.set(name, definition(name, group, settings, scripts));
  }
  return definitions;
}

/** `given`: the unparsed settings of the index, where lists are lists. */
function definition(
  name: string,
  settings: Settings,
  given: FlatSettings,
  scripts: ScriptReader,
): SimilarityDefinition {
  const type = settings.get("type");
  if (type === undefined) throw illegalArgument(`Similarity [${name}] must have an associated type`);
  const known = types.find((one) => one.type === type);
  if (type === "scripted") return scriptedSimilarity(name, settings, given, scripts);
  if (!known) throw illegalArgument(`Unknown Similarity type [${type}] for [${name}]`);
  const unknown = [...settings.keys()]
    .filter((key) => key !== "type" && !known.keys.includes(key))
    .sort((one, other) => (one < other ? -1 : 1));
  if (unknown.length > 0)
    throw illegalArgument(`Unknown settings for similarity of type [${type}]: [${unknown.join(", ")}]`);
  return { type: known.type, values: known.read(settings) };
}

/** As in Elasticsearch, unknown settings of such a similarity are ignored. */
function scriptedSimilarity(
  name: string,
  settings: Settings,
  given: FlatSettings,
  scripts: ScriptReader,
): SimilarityDefinition {
  const values = { discount_overlaps: boolean(settings, "discount_overlaps") };
  const score = scriptBelow(given, `${PREFIX}${name}.script.`);
  const program = scripts.program(score, "similarity");
  const hasWeight = [...settings.keys()].some((key) => key.startsWith("weight_script."));
  const weight = hasWeight ? scriptBelow(given, `${PREFIX}${name}.weight_script.`) : undefined;
  return {
    type: "scripted",
    values,
    scripts: {
      score: { script: score, program },
      weight: weight && { script: weight, program: scripts.program(weight, "similarity_weight") },
    },
  };
}

function scriptBelow(settings: FlatSettings, prefix: string): InlineScript {
  const script = scriptOfSettings(
    Object.entries(settings).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    ),
  );
  // A mapping is read before it is known which scripts are stored.
  return inlineScript(script, {});
}

interface KnownType {
  readonly type: SimilarityType;
  readonly keys: readonly string[];
  read(settings: Settings): SimilarityDefinition["values"];
}

const NORMALIZATION_KEYS = [
  "normalization",
  "normalization.h1.c",
  "normalization.h2.c",
  "normalization.h3.c",
  "normalization.z.z",
];

const types: readonly KnownType[] = [
  {
    type: "BM25",
    keys: ["k1", "b", "discount_overlaps"],
    read(settings) {
      const k1 = float(settings, "k1", 1.2);
      const b = float(settings, "b", 0.75);
      const discount = boolean(settings, "discount_overlaps");
      if (!(k1 >= 0) || !Number.isFinite(k1))
        throw illegalArgument(`illegal k1 value: ${javaFloat(k1)}, must be a non-negative finite value`);
      if (!(b >= 0 && b <= 1)) throw illegalArgument(`illegal b value: ${javaFloat(b)}, must be between 0 and 1`);
      return { k1, b, discount_overlaps: discount };
    },
  },
  { type: "boolean", keys: [], read: () => ({}) },
  {
    type: "DFI",
    keys: ["independence_measure", "discount_overlaps"],
    read(settings) {
      const measures = ["standardized", "saturated", "chisquared"];
      const measure = choice(
        settings,
        "independence_measure",
        measures,
        (given) => `Unsupported IndependenceMeasure [${given}], expected one of [${measures.join(", ")}]`,
      );
      return { independence_measure: measure, discount_overlaps: boolean(settings, "discount_overlaps") };
    },
  },
  {
    type: "DFR",
    keys: ["basic_model", "after_effect", ...NORMALIZATION_KEYS, "discount_overlaps"],
    read(settings) {
      const basic = settings.get("basic_model") ?? "null";
      if (["be", "d", "p"].includes(basic))
        throw illegalArgument(`Basic model [${basic}] isn't supported anymore, please use another model.`);
      const model = choice(
        settings,
        "basic_model",
        ["if", "in", "g", "ine"],
        (given) => `Unsupported BasicModel [${given}], expected one of [if, in, g, ine]`,
      );
      if (settings.get("after_effect") === "no")
        throw illegalArgument("After effect [no] isn't supported anymore, please use another effect.");
      const effect = choice(
        settings,
        "after_effect",
        ["b", "l"],
        (given) => `Unsupported AfterEffect [${given}], expected one of [b, l]`,
      );
      return {
        basic_model: model,
        after_effect: effect,
        ...normalization(settings),
        discount_overlaps: boolean(settings, "discount_overlaps"),
      };
    },
  },
  {
    type: "IB",
    keys: ["distribution", "lambda", ...NORMALIZATION_KEYS, "discount_overlaps"],
    read(settings) {
      const distribution = choice(
        settings,
        "distribution",
        ["ll", "spl"],
        (given) => `Unsupported Distribution [${given}]`,
      );
      const lambda = choice(settings, "lambda", ["df", "ttf"], (given) => `Unsupported Lambda [${given}]`);
      return {
        distribution,
        lambda,
        ...normalization(settings),
        discount_overlaps: boolean(settings, "discount_overlaps"),
      };
    },
  },
  {
    type: "LMDirichlet",
    keys: ["mu", "discount_overlaps"],
    read(settings) {
      const mu = float(settings, "mu", 2000);
      if (!(mu >= 0) || !Number.isFinite(mu))
        throw illegalArgument(`illegal mu value: ${javaFloat(mu)}, must be a non-negative finite value`);
      return { mu, discount_overlaps: boolean(settings, "discount_overlaps") };
    },
  },
  {
    type: "LMJelinekMercer",
    keys: ["lambda", "discount_overlaps"],
    read(settings) {
      const lambda = float(settings, "lambda", 0.1);
      if (!(lambda > 0 && lambda <= 1)) throw illegalArgument("lambda must be in the range (0 .. 1]");
      return { lambda, discount_overlaps: boolean(settings, "discount_overlaps") };
    },
  },
];

/** The parameter of each normalization: its key and default. */
const NORMALIZATIONS: Readonly<Record<string, readonly [key: string, fallback: number]>> = {
  no: ["", 0],
  h1: ["normalization.h1.c", 1],
  h2: ["normalization.h2.c", 1],
  h3: ["normalization.h3.c", 800],
  z: ["normalization.z.z", 0.3],
};

/** `c` is the parameter of the normalization, whatever its key. */
function normalization(settings: Settings): { normalization: string; c: number } {
  const name = choice(
    settings,
    "normalization",
    Object.keys(NORMALIZATIONS),
    (given) => `Unsupported Normalization [${given}]`,
  );
  const [key, fallback] = ownOf(NORMALIZATIONS, name) ?? ["", 0];
  const c = float(settings, key, fallback);
  if (name === "z" && !(c > 0 && c < 0.5))
    throw illegalArgument(`illegal z value: ${javaFloat(c)}, must be in the range (0 .. 0.5)`);
  if (!(c >= 0))
    throw illegalArgument(
      `illegal ${name === "h3" ? "mu" : "c"} value: ${javaFloat(c)}, must be a non-negative finite value`,
    );
  return { normalization: name, c };
}

function choice(settings: Settings, key: string, words: readonly string[], refusal: (given: string) => string): string {
  const given = settings.get(key) ?? "null";
  if (!words.includes(given)) throw illegalArgument(refusal(given));
  return given;
}

function float(settings: Settings, key: string, fallback: number): number {
  const given = settings.get(key);
  const number = given === undefined ? fallback : given.trim() === "" ? NaN : Number(given);
  if (Number.isNaN(number) && given !== undefined) {
    const cause = new RequestError(400, "number_format_exception", `For input string: "${given}"`);
    throw new RequestError(500, "settings_exception", `Failed to parse float setting [${key}] with value [${given}]`, {
      cause,
    });
  }
  return Math.fround(number);
}

function boolean(settings: Settings, key: string): boolean {
  const given = settings.get(key);
  if (given === undefined || given === "true") return true;
  if (given === "false") return false;
  throw illegalArgument(`Failed to parse value [${given}] as only [true] or [false] are allowed.`);
}
