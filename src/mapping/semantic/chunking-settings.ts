/** How texts are split into chunks for a model. */
import { RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, ownOf, put } from "../../core/names.ts";
import { javaText, notOfClass } from "../mapping-error.ts";

/** Limits of a number. */
interface Limits {
  readonly least: number;
  readonly most: (settings: JsonObject) => number;
}

/** The numbers of each strategy, in the order in which they are validated. */
const STRATEGIES: NameTable<{ readonly words: string; readonly numbers: Readonly<Record<string, Limits>> }> = nameTable(
  {
    word: {
      words: "Word boundary",
      numbers: {
        max_chunk_size: { least: 10, most: () => Number.POSITIVE_INFINITY },
        overlap: { least: 0, most: (settings) => Math.floor(Number(settings["max_chunk_size"]) / 2) },
      },
    },
    sentence: {
      words: "Sentence",
      numbers: {
        max_chunk_size: { least: 20, most: () => Number.POSITIVE_INFINITY },
        sentence_overlap: { least: 0, most: () => 1 },
      },
    },
    none: { words: "None", numbers: {} },
  },
);

/** Defaults of optional numbers. */
const DEFAULTS: NameTable<number> = nameTable({ sentence_overlap: 1 });

/** `chunking_settings` in the form of get_mapping. Throws 400 `validation_exception` with all errors. */
export function readChunkingSettings(given: Json): JsonObject {
  if (!isJsonObject(given)) throw notOfClass(given, "Map");
  const { strategy, ...rest } = given;
  if (strategy === undefined || strategy === null)
    throw validationFailed(["[chunking_settings] does not contain the required setting [strategy]"]);
  const name = javaText(strategy);
  const known = Object.hasOwn(STRATEGIES, name) ? STRATEGIES[name] : undefined;
  if (!known) throw new RequestError(400, "illegal_argument_exception", `Invalid chunkingStrategy ${name}`);
  const problems: string[] = [];
  const unknown = Object.keys(rest).filter((key) => !Object.hasOwn(known.numbers, key));
  if (unknown.length > 0)
    problems.push(
      `${known.words} based chunking settings can not have the following settings: [${unknown.join(", ")}]`,
    );
  const shown: JsonObject = { strategy: name };
  for (const [key, { least, most }] of Object.entries(known.numbers)) {
    const value = ownOf(rest, key) ?? DEFAULTS[key];
    if (value === undefined) {
      problems.push(`[chunking_settings] does not contain the required setting [${key}]`);
      continue;
    }
    const number = Number(value);
    if (typeof value !== "number" || !Number.isInteger(number)) {
      problems.push(
        `field [${key}] is not of the expected type. The value [${javaText(value)}] cannot be converted to a [Integer]`,
      );
      continue;
    }
    put(shown, key, number);
    if (number < least)
      problems.push(
        `[chunking_settings] Invalid value [${number}.0]. [${key}] must be a greater than or equal to [${least}.0]`,
      );
    else if (number > most(shown))
      problems.push(
        `[chunking_settings] Invalid value [${number}.0]. [${key}] must be a less than or equal to [${most(shown)}.0]`,
      );
  }
  if (problems.length > 0) throw validationFailed(problems, "validation_exception");
  return shown;
}
