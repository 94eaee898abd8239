/** `intervals`: documents with words in a given order and distance, by rules that are put together. */
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { intervals as intervalsOf } from "../intervals/intervals-expression.ts";
import { readRule } from "../intervals/read-rule.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

const ownKeys: ReadonlySet<string> = new Set(["boost", "_name"]);

export const intervals: QueryKind = {
  name: "intervals",
  summary: "Matches documents with words in a given order and distance, by rules that are put together.",

  parse(body) {
    const [path, second] = Object.keys(body as JsonObject);
    if (path === undefined) throw parsingException("Expected [FIELD_NAME] but got [END_OBJECT]");
    const inner = ownOf(body as JsonObject, path) ?? null;
    if (!isJsonObject(inner)) throw parsingException(`Expected [START_OBJECT] but got [${tokenName(inner)}]`);
    if (second !== undefined) throw parsingException("Expected [END_OBJECT] but got [FIELD_NAME]");
    const [name, another] = Object.keys(inner).filter((key) => !ownKeys.has(key));
    if (name === undefined) throw parsingException("Missing intervals from interval query definition");
    const rule = readRule(name, ownOf(inner, name) ?? null);
    if (another !== undefined)
      throw parsingException(`Only one interval rule can be specified, found [${name}] and [${another}]`);
    const head = readHead("intervals", new BodyReader("intervals", inner), body);
    return kindQuery(head, (searcher) => {
      const field = searcher.mapping.field(path);
      return field ? intervalsOf(field, rule(searcher, field)) : matchNone(`unmapped field [${path}]`);
    });
  },
};
