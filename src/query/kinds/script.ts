/** `script`: documents that a script picks. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import { refuseScripted } from "../expensive-queries.ts";
import { kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import { queryScript } from "../scripts/query-script.ts";
import { scriptMatches } from "../scripts/script-expression.ts";

export const script: QueryKind = {
  name: "script",
  summary: "Matches documents for which a script answers true.",

  parse(body) {
    const read = new BodyReader("script", body);
    const head = readHead("script", read, body);
    const given = read.json("script");
    if (Array.isArray(given))
      throw parsingException(
        "[script] query does not support an array of scripts. Use a bool query with a clause per script instead.",
      );
    for (const key of read.keys())
      if (key !== "script" && key !== "boost" && key !== "_name")
        throw parsingException(`[script] query does not support [${key}]`);
    if (given === undefined) throw parsingException("script must be provided with a [script] filter");
    const parsed = scriptOfRequest(given);
    return kindQuery(head, (searcher) => {
      refuseScripted(searcher, "script");
      return scriptMatches(queryScript(searcher, parsed, "filter"));
    });
  },
};
