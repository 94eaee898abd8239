/** What a script makes of hits. */
import type { Task } from "../../../tasks/task.ts";
import type { ByQueryScript, FoundDocument, ScriptedDocument } from "../../../documents/write/by-query-script.ts";
import type { Services } from "../../operation.ts";
import type { FoundHit } from "../../../documents/write/found-documents.ts";
import { sourceOf } from "../../../documents/write/write-found.ts";

/** Documents that a script is run on before others get their turn on the thread of writes. */
const RUN_AT_ONCE = 100;
/** What `ctx._version` is where versions are nobody's business. */
export const NO_VERSION = -1;

/** How a script is run. */
export interface ScriptRun {
  readonly services: Services;
  readonly task: Task;
  readonly script: ByQueryScript;
  readonly withVersion: boolean;
}

/** In the order of the hits; fewer when the task was told to stop. Rejects where the script fails. */
export async function scriptedHits(
  hits: readonly FoundHit[],
  { services, task, script, withVersion }: ScriptRun,
): Promise<ScriptedDocument[]> {
  const made: ScriptedDocument[] = [];
  for (let from = 0; from < hits.length && !task.cancelled; from += RUN_AT_ONCE) {
    const found = hits.slice(from, from + RUN_AT_ONCE).map((hit) => documentOf(hit, withVersion));
    made.push(...(await services.documents.runScript(script, found)));
  }
  return made;
}

/** The source alone, not the page that it is a part of, goes to the thread of writes. */
function documentOf(hit: FoundHit, withVersion: boolean): FoundDocument {
  const { index, id, routing, version } = hit;
  return { index, id, routing, version: withVersion ? version : NO_VERSION, source: sourceOf(hit).slice() };
}
