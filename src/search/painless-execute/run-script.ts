/** Runs a script of `scripts_painless_execute`, and shows what it makes. */
import { onFirstUse } from "../../core/on-first-use.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { dateFormat } from "../../compat/dates/date-format.ts";
import type { Json } from "../../core/json.ts";
import { type MappingView } from "../../mapping/mapping-view.ts";
import { scriptColumns } from "../../mapping/script-columns.ts";
import type { ScriptDocument, ScriptPoint } from "../../scripting/script-document.ts";
import { IndexedDocuments, withDocuments } from "../../query/percolate/indexed-documents.ts";
import type { Query, SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { ExecuteTask } from "./parse-execute.ts";

/** The format of dates that have none of their own. */
const dates = onFirstUse(() => dateFormat("strict_date_optional_time||epoch_millis"));

type DocumentTask = Exclude<ExecuteTask, { readonly context: "painless_test" }>;

/** What the document of a task is in an index. */
export interface TaskIndex {
  /** A searcher without documents. */
  readonly searcher: SearcherView;
  readonly mapping: MappingView;
  /** Of the task; all documents without one. */
  readonly query: Query;
}

/** Runs a script on a document that is indexed as the index would do it, in memory. Throws RequestError 400. */
export function runOnDocument(task: DocumentTask, { searcher, mapping, query }: TaskIndex): unknown {
  const { document } = task.setup;
  const make = (): IndexedDocuments =>
    new IndexedDocuments([document], { searcher, mapping }, () => ({
      extraction: "failed",
      terms: [],
      ranges: [],
      minimum: undefined,
      lookups: [],
    }));
  return withDocuments(task, make, (documents) => {
    const [reader] = documents.view.segments;
    const own = { columns: scriptColumns(mapping, reader!), doc: 0, source: document };
    return resultOf(task, own, mapping, () => scoreOf(documents, query, reader!));
  });
}

function scoreOf(documents: IndexedDocuments, query: Query, reader: SegmentReader): number {
  const plan = query.plan(documents.view, { scored: true, boost: 1 });
  if (!plan.explain(reader, 0).match) throw illegalArgument("the query does not match the document");
  return documents.matches(plan, true)[0]?.score ?? 0;
}

function resultOf(
  { context, script }: DocumentTask,
  document: ScriptDocument,
  { scripts }: MappingView,
  score: () => number,
): unknown {
  const { columns, doc } = document;
  switch (context) {
    case "filter":
      return scripts.program(script, context)().leaf({ columns })(doc);
    case "score": {
      const run = scripts.program(script, context)().leaf({ columns });
      return run(doc, /\b_score\b/.test(script.source) ? score() : 0);
    }
    case "composite_field": {
      const values = scripts.program(script, context)().values(document);
      return Object.fromEntries([...values].map(([name, list]): [string, Json] => [`${context}.${name}`, [...list]]));
    }
    case "date_field":
      return scripts
        .program(script, context)()
        .values(document)
        .map((ms) => dates().print(ms));
    case "geo_point_field":
      return scripts.program(script, context)().values(document).map(pointOf);
    default:
      return scripts.program(script, context)().values(document);
  }
}

function pointOf({ lat, lon }: ScriptPoint): Json {
  return { coordinates: [lon, lat], type: "Point" };
}
