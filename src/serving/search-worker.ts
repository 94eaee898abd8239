/** Entry of a search thread, which serves requests of its own when main asks it to. */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
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
import { nearLane, type PostedAction, type PostedAnswer, type SearchWorkerSetup } from "../threads/search-executor.ts";
import { SearchThreads } from "../threads/search-threads.ts";
import { controlWord } from "../transport/control-words.ts";
import { PortCalls, PostCount } from "../transport/port-calls.ts";
import { OnMain } from "./on-main.ts";
import type { ServingSetup } from "./serving-messages.ts";

/** Bodies up to this size cross as text: above it, moving the bytes costs less than copying them. */
const TEXT_BYTES = 65_536;

const port = parentPort;
assert(port, "this file is the entry of a worker thread");
const kinds = new Map(callKinds.map((kind) => [kind.name, kind]));
const { options, control, posted: posts, requestCacheBytes, hasOthers } = workerData as SearchWorkerSetup;
const thread = new LocalSearchThread(options);
/** What is asked here by clients of this thread: the same dispatcher as main's, whose other threads are main. */
const near = new SearchThreads({
  limit: 1,
  start() {
    throw new OnMain();
  },
  near: (events) => {
    const told = (uuid: string, shard: number, generation: number): void => {
      events.onRelease(uuid, shard, generation);
      calls.notify("release", [uuid, shard, generation]);
    };
    const lane = nearLane(thread, { ...events, onRelease: told });
    thread.onSetKept = (kept) => calls.notify("setKept", [kept]);
    return lane;
  },
  released: () => undefined,
  damaged: (uuid, shard, file) => calls.notify("damage", [uuid, shard, file]),
  requestCacheBytes,
});
const calls: PortCalls = new PortCalls(
  port,
  {
    applyIndex: (metadata: IndexMetadata) => near.applyIndex(metadata),
    removeIndex: (uuid: string) => near.removeIndex(uuid),
    applyCustoms: (...[kind, things]: Parameters<typeof near.applyCustoms>) => near.applyCustoms(kind, things),
    publish: (searcher: SearcherDescriptor) => near.publish(searcher),
    keep: (searcher: SearcherDescriptor) => thread.keep(searcher),
    letGo: (uuid: string, shard: number, generation: number) => thread.letGo(uuid, shard, generation),
    collectGarbage: () => setImmediate(collectGarbage),
    help: (search: Parameters<typeof thread.help>[0]) => thread.help(search),
    helped: (...[id, help]: Parameters<typeof thread.helped>) => thread.helped(id, help),
    takeSet: (kept: Parameters<typeof thread.takeSet>[0]) => thread.takeSet(kept),
    clearCaches: (...[uuid, caches]: Parameters<typeof near.clearCaches>) => near.clearCaches(uuid, caches),
    cacheCounts: () => near.ownCacheCounts(),
    readCounts: () => near.readCounts(),
    call: async (request: PostedAction, word: number) =>
      posted(await thread.call(received(request), controlWord(control, word))),
    ask: (verb: keyof SearchVerbs, question: Question<typeof verb>, startedMs: number, word: number) =>
      thread.ask(verb, question, { startedMs, control: controlWord(control, word) }),
    serve: async (setup: ServingSetup) => {
      // Threads that only search need nothing of this.
      const { serve } = await import("./serving-thread.ts");
      await serve(setup, { searches: near, catchUp: () => calls.catchUp(() => receiveMessageOnPort(port)) });
    },
  },
  { received: new PostCount(posts) },
);

if (hasOthers) thread.onShare = (search) => calls.notify("share", [search]);

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
