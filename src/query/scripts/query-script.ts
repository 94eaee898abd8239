/** Scripts in queries: read with the request, compiled when the query is built for an index. */
import { RequestError } from "../../compat/errors.ts";
import { scriptColumns } from "../../mapping/script-columns.ts";
import type { ScriptSegment } from "../../scripting/script-document.ts";
import type { ScriptContext, ScriptPrograms } from "../../scripting/script-programs.ts";
import { type Script, scriptText } from "../../scripting/script.ts";
import { expressionKey } from "../expression.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** A script that can run on the documents of an index. */
export interface QueryScript<Context extends ScriptContext> {
  readonly program: ScriptPrograms[Context];
  /** Elasticsearch's text form. */
  readonly text: string;
  readonly key: string;
  /** Whether the source names the score. */
  readonly readsScore: boolean;
}

/** Compiles a script. Throws RequestError for one that cannot be compiled, or is not there. */
export function queryScript<Context extends ScriptContext>(
  { mapping }: SearcherView,
  script: Script,
  context: Context,
): QueryScript<Context> {
  const inline = mapping.scripts.inline(script);
  const text = scriptText(script);
  return {
    program: mapping.scripts.program(inline, context)(),
    text,
    key: expressionKey("script", context, scriptText(inline)),
    readsScore: /\b_score\b/.test(inline.source),
  };
}

/** What scripts see of a segment: the fields that the caller sees. */
export function scriptSegment({ mapping, planning }: SearcherView, reader: SegmentReader): ScriptSegment {
  return { columns: scriptColumns(mapping, reader), checkpoint: planning?.checkpoint };
}

/** Runs `make`; an error becomes that of a `script_score` function whose script could not be loaded. */
export function loading<T>(index: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw queryShardException(index, "script_score: the script could not be loaded", error);
  }
}
