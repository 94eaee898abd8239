/** `pinned`: some documents first, in a given order, then the matches of a query. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { boosted } from "../boost/boost-expression.ts";
import { constantScore } from "../constant-score/constant-score-expression.ts";
import { bestOf } from "../dis-max/dis-max-expression.ts";
import { ids } from "../ids/ids-expression.ts";
import { expressionOf, kindQuery } from "../kind-query.ts";
import { readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

/** The bits of the greatest score of what is not pinned: pinned documents score more (`MAX_ORGANIC_SCORE`). */
const ORGANIC_BITS = 0x7f_00_00_00;
const MOST_PINNED = 100;

/** A document, in an index or in any. */
interface PinnedDocument {
  readonly index: string | undefined;
  readonly id: string;
}

export const pinned: QueryKind = {
  name: "pinned",
  summary: "Matches some documents first, in a given order, then those of a query.",

  parse(body, context) {
    const read = new BodyReader("pinned", body, "object");
    const head = readHead("pinned", read, body);
    const given = read.json("organic");
    const organic = given === undefined ? undefined : context.parseQuery(given);
    const named = readList(read, "ids")?.map((id): PinnedDocument => ({ index: undefined, id: valueText(id) }));
    const placed = readList(read, "docs")?.map(readDocument);
    read.end();
    if (!organic) throw illegalArgument("Required [organic]");
    if (named && placed) throw illegalArgument("[pinned] [ids] and [docs] cannot be used at the same time");
    const documents = named ?? placed ?? [];
    if (documents.length > MOST_PINNED)
      throw illegalArgument(`[pinned] Max of ${MOST_PINNED} ids exceeded: ${documents.length}`);
    return kindQuery(head, (searcher) => {
      const rest = expressionOf(organic, searcher);
      const clauses = documents.flatMap(({ index, id }, at) => {
        const score = scoreOfBits(ORGANIC_BITS + 1 + documents.length - at);
        if (index !== undefined && index !== searcher.index) return [];
        return [boosted(constantScore(ids([id])), score)];
      });
      return clauses.length === 0 ? rest : bestOf([bestOf(clauses, 0), rest], 0);
    });
  },
};

function readList(read: BodyReader, key: string): readonly Json[] | undefined {
  const value = read.json(key);
  if (value === undefined || Array.isArray(value)) return value;
  throw contentParseException(`[pinned] ${key} doesn't support values of type: ${tokenName(value)}`);
}

function readDocument(value: Json): PinnedDocument {
  if (!isJsonObject(value)) throw contentParseException("[pinned] failed to parse field [docs]");
  const read = new BodyReader("pinned", value, "object");
  const index = read.string("_index");
  const id = read.string("_id");
  read.end();
  if (id === undefined) throw illegalArgument("Required [_id]");
  return { index, id };
}

/** The float32 with these bits. */
function scoreOfBits(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setInt32(0, bits);
  return view.getFloat32(0);
}
