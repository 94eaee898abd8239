/** Entry of a search thread. */
import { parentPort, workerData } from "node:worker_threads";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { assert } from "../core/assert.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import { calls as callKinds } from "../search/actions.ts";
import { LocalSearchThread } from "../search/executor/local-search-thread.ts";
import { collectGarbage } from "../segment/memory/memory-pool.ts";
import { isUnresolved } from "../search/coordinate/rewrite.ts";
import type {
  Question,
  SearchAction,
  SearchAnswer,
  SearchVerbs,
  UnresolvedReferences,
} from "../search/search-service.ts";
import { controlWord } from "../transport/control-words.ts";
import { PortCalls } from "../transport/port-calls.ts";
import type { PostedAction, PostedAnswer, SearchWorkerSetup } from "./search-executor.ts";

/** Bodies up to this size cross as text: above it, moving the bytes costs less than copying them. */
const TEXT_BYTES = 65_536;

assert(parentPort, "this file is the entry of a worker thread");
const kinds = new Map(callKinds.map((kind) => [kind.name, kind]));
const { options, control } = workerData as SearchWorkerSetup;
const thread = new LocalSearchThread(options);
const calls = new PortCalls(parentPort, {
  applyIndex: (metadata: IndexMetadata) => thread.applyIndex(metadata),
  removeIndex: (uuid: string) => thread.removeIndex(uuid),
  applyCustoms: (...[kind, things]: Parameters<typeof thread.applyCustoms>) => thread.applyCustoms(kind, things),
  publish: (searcher: SearcherDescriptor) => thread.publish(searcher),
  keep: (searcher: SearcherDescriptor) => thread.keep(searcher),
  letGo: (uuid: string, shard: number, generation: number) => thread.letGo(uuid, shard, generation),
  collectGarbage: () => setImmediate(collectGarbage),
  takeSet: (kept: Parameters<typeof thread.takeSet>[0]) => thread.takeSet(kept),
  clearQueryCache: (uuid: string) => thread.clearQueryCache(uuid),
  queryCacheCounts: () => thread.queryCacheCounts(),
  call: async (request: PostedAction, word: number) =>
    posted(await thread.call(received(request), controlWord(control, word))),
  ask: (verb: keyof SearchVerbs, question: Question<typeof verb>, startedMs: number, word: number) =>
    thread.ask(verb, question, { startedMs, control: controlWord(control, word) }),
});
thread.onSetKept = (kept) => calls.notify("setKept", [kept]);
thread.onDamage = (uuid, shard, file) => calls.notify("damage", [uuid, shard, file]);
thread.onRelease = (uuid, shard, generation) => calls.notify("release", [uuid, shard, generation]);

function received(request: PostedAction): SearchAction {
  const kind = kinds.get(request.kind);
  assert(kind, "main and its threads know the same calls");
  return { ...request, kind };
}

function posted(answer: SearchAnswer | UnresolvedReferences): PostedAnswer | UnresolvedReferences {
  if (isUnresolved(answer)) return answer;
  const { body } = answer;
  if (body.byteLength > TEXT_BYTES) return answer;
  return { ...answer, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1") };
}
