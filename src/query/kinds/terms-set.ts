/** `terms_set`: documents with as many of several values as a number, or a field of theirs, demands. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { requireFieldData } from "../../mapping/field-data.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { Script } from "../../scripting/script.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { covering, minimumByScript, minimumInField } from "../covering/covering-expression.ts";
import { termOf } from "../exact-queries.ts";
import type { Expression } from "../expression.ts";
import { kindQuery } from "../kind-query.ts";
import { checkClauseCount } from "../limits.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";
import { queryScript } from "../scripts/query-script.ts";
import { searchableField, unmapped } from "../searchable-field.ts";

/** What says how many must match. */
interface Minimum {
  readonly value: string | undefined;
  readonly field: string | undefined;
  readonly script: Script | undefined;
}

export const termsSet: QueryKind = {
  name: "terms_set",
  summary: "Matches documents with as many of several values as a number or a field of theirs demands.",

  parse(body) {
    if (!isJsonObject(body)) throw parsingException("[terms_set] query malformed, no start_object after query name");
    const [entry, second] = Object.entries(body);
    if (!entry) throw parsingException("[terms_set] unknown token [END_OBJECT]");
    const [path, inner] = entry;
    if (!isJsonObject(inner))
      throw parsingException(
        `[terms_set] unknown token [${typeof inner === "string" ? "VALUE_STRING" : "VALUE_NULL"}]`,
      );
    if (second) throw parsingException("[terms_set] unknown token [FIELD_NAME]");
    const read = new BodyReader("terms_set", inner);
    const head = readHead("terms_set", read, body);
    const given = read.json("terms");
    if (given !== undefined && !Array.isArray(given))
      throw parsingException("[terms_set] query does not support [terms]");
    const minimum = readMinimum(read);
    read.end();
    return kindQuery(head, (searcher) => build(searcher, path, given ?? [], minimum));
  },
};

function readMinimum(read: BodyReader): Minimum {
  const value = read.string("minimum_should_match");
  const field = read.string("minimum_should_match_field");
  const given = read.json("minimum_should_match_script");
  const script = given === undefined ? undefined : scriptOfRequest(given);
  if (value !== undefined && (field !== undefined || script))
    throw illegalArgument(
      "A field or script has already been specified. Cannot specify both a value and a script or field",
    );
  if (field !== undefined && script)
    throw illegalArgument("A script has already been specified. Cannot specify both a field and script");
  return { value, field, script };
}

function build(searcher: SearcherView, path: string, values: readonly Json[], minimum: Minimum): Expression {
  if (values.length === 0) return matchNone('No terms supplied for "terms_set" query.');
  checkClauseCount(values.length);
  const field = searchableField(searcher, path);
  const queries = values.map((value) => (field ? termOf(searcher, field, value) : unmapped(path)));
  if (minimum.value !== undefined)
    return withMinimum(booleanOf(queries.map((expression) => ({ occur: "should", expression }))), minimum.value);
  if (minimum.script) {
    const script = queryScript(searcher, minimum.script, "terms_set");
    return covering(queries, minimumByScript(searcher, script, queries.length));
  }
  if (minimum.field === undefined)
    throw new RequestError(400, "illegal_state_exception", "No minimum should match has been specified");
  const counted = searcher.mapping.field(minimum.field);
  if (!counted)
    throw queryShardException(searcher.index, `failed to find minimum_should_match field [${minimum.field}]`);
  requireFieldData(counted, minimum.field, searcher.index);
  if (counted.capabilities.valuesSource !== "numbers")
    throw illegalArgument(`field [${minimum.field}] of type [${counted.type}] has no numeric values`);
  return covering(queries, minimumInField(counted));
}
