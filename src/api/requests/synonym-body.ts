/**
 * The bodies of `_synonyms`: read as Elasticsearch's declared parsers do, whose complaints name the place
 * (PutSynonymsAction.Request).
 */
import { tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type JsonPath, locateJson, placeInBytes } from "../../compat/json/locate-json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { ruleFault } from "../../synonyms/rule-fault.ts";
import type { NewSynonymRule } from "../../synonyms/synonym-sets.ts";

/** The rules of `{"synonyms_set": [{"id": …, "synonyms": …}]}`. Throws 400. */
export function readSynonymsSet(text: string): NewSynonymRule[] {
  const rules = new SynonymBody(text).read((body) => body.rules());
  refuseFaults(rules.map(({ synonyms }) => synonyms));
  return rules;
}

/** The rule of `{"synonyms": …}`. Throws 400. */
export function readSynonymRule(text: string): string {
  const synonyms = new SynonymBody(text).read((body) => body.synonyms());
  refuseFaults([synonyms]);
  return synonyms;
}

function refuseFaults(rules: readonly string[]): void {
  const faults = rules.flatMap((synonyms) => ruleFault(synonyms) ?? []);
  if (faults.length > 0) throw validationFailed(faults);
}

const SET = "synonyms_set";
const RULE = "synonym_rule";

class SynonymBody {
  readonly #text: string;
  #root: Json = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whatever is wrong is told with the whole body. */
  read<Result>(parse: (body: this) => Result): Result {
    try {
      if (this.#text !== "") this.#root = parseJson(this.#text);
      return parse(this);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw new RequestError(400, "illegal_argument_exception", `Failed to parse: ${this.#text}`, { cause: error });
    }
  }

  rules(): NewSynonymRule[] {
    const root = this.#object(SET, [SET]);
    const given = root[SET];
    if (given === undefined) throw required(SET);
    if (given === null || typeof given !== "object") throw this.#refused(`[${SET}] ${unfit(SET, given)}`, [SET]);
    if (!Array.isArray(given)) return [this.#rule(given, [SET])];
    return given.map((rule, at) => this.#rule(rule, [SET, at]));
  }

  synonyms(): string {
    const { synonyms } = this.#object("synonyms", ["synonyms"]);
    if (synonyms === undefined) throw required("synonyms");
    if (typeof synonyms !== "string") throw this.#refused(`[synonyms] ${unfit("synonyms", synonyms)}`, ["synonyms"]);
    return synonyms;
  }

  /** The body as an object with no other keys than `known`. */
  #object(what: string, known: readonly string[]): JsonObject {
    if (this.#text === "") throw contentFault(`[1:0] [${what}] Expected START_OBJECT but was: null`);
    if (!isJsonObject(this.#root))
      throw this.#refused(`[${what}] Expected START_OBJECT but was: ${tokenName(this.#root)}`, []);
    const unknown = Object.keys(this.#root).find((key) => !known.includes(key));
    if (unknown !== undefined)
      throw this.#refused(`[${what}] unknown field [${unknown}]${didYouMean(unknown, known)}`, [unknown], "name");
    return this.#root;
  }

  /** A rule of a set; a wrong one is told once more by the set, at the place that was read last. */
  #rule(rule: Json, path: JsonPath): NewSynonymRule {
    if (!isJsonObject(rule)) throw this.#notARule(path);
    for (const [key, value] of Object.entries(rule)) {
      const at = [...path, key];
      if (key !== "id" && key !== "synonyms") {
        throw this.#ofSet(
          at,
          this.#refused(`[${RULE}] unknown field [${key}]${didYouMean(key, ["synonyms", "id"])}`, at, "name"),
        );
      }
      if (typeof value !== "string") throw this.#ofSet(at, this.#refused(`[${RULE}] ${unfit(key, value)}`, at));
    }
    const { id, synonyms } = rule;
    if (typeof synonyms !== "string") throw this.#ofSet(path, required("synonyms"), "last");
    return { id: typeof id === "string" ? id : undefined, synonyms };
  }

  /** Elasticsearch looks at the token behind one that does not begin a rule. */
  #notARule(path: JsonPath): RequestError {
    const [list = "", at] = path;
    const items = isJsonObject(this.#root) ? ownOf(this.#root, list) : undefined;
    const next = Array.isArray(items) ? items[Number(at) + 1] : undefined;
    const [place, token]: [JsonPath, string] =
      next === undefined ? [[list], "END_ARRAY"] : [[list, Number(at) + 1], tokenName(next)];
    const which = next === undefined ? "last" : "value";
    return this.#ofSet(place, this.#refused(`[${RULE}] Expected START_OBJECT but was: ${token}`, place, which), which);
  }

  #ofSet(path: JsonPath, cause: RequestError, which: Place = "value"): RequestError {
    return this.#refused(`[${SET}] failed to parse field [${SET}]`, path, which, cause);
  }

  #refused(reason: string, path: JsonPath, which: Place = "value", cause?: RequestError): RequestError {
    const found = locateJson(this.#text, path);
    const offset = found ? { name: found.nameStart, value: found.start, last: found.end - 1 }[which] : 0;
    const { line, col } = placeInBytes(this.#text, offset);
    return contentFault(`[${line}:${col}] ${reason}`, cause);
  }
}

/** Which part of what stands at a path is told: its name, where its value begins, or the last character of it. */
type Place = "name" | "value" | "last";

function contentFault(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "x_content_parse_exception", reason, { cause });
}

function required(field: string): RequestError {
  return new RequestError(400, "illegal_argument_exception", `Required [${field}]`);
}

function unfit(field: string, value: Json): string {
  return `${field} doesn't support values of type: ${tokenName(value)}`;
}
