/** Entry of the indexing thread. */
import { parentPort } from "node:worker_threads";
import { assert } from "../core/assert.ts";
import { putAll } from "../core/names.ts";
import type { DocumentsEvents, GetRequest } from "../documents/documents.ts";
import { type DocumentsSetup, openDocuments } from "./documents-host.ts";
import { documentsMethods, pipelineMethods } from "./documents-methods.ts";
import { collectGarbage } from "../segment/memory/memory-pool.ts";
import { MergeThread } from "./merge-thread.ts";
import { type Methods, PortCalls } from "../transport/port-calls.ts";
import { postedGets } from "./posted-gets.ts";

assert(parentPort, "this file is the entry of a worker thread");
const port = parentPort;

const merger = new MergeThread();
// The thread starts while main still loads: what it is to open comes with the first call.
const methods: Record<string, Methods[string]> = { open };
const calls = new PortCalls(port, methods);
const events: DocumentsEvents = {
  publish: (searcher) => calls.call("publish", [searcher]),
  updateMapping: (index, update, options) => calls.call("updateMapping", [index, update, options]),
  ensureIndex: (name, options) => calls.call("ensureIndex", [name, options]),
  settingsOfNew: (name) => calls.call("settingsOfNew", [name]),
  infer: (endpoint, inputs) => calls.call("infer", [endpoint, inputs]),
  embed: (endpoint, inputs, chunking) => calls.call("embed", [endpoint, inputs, chunking]),
  lookUp: (places, caller) => calls.call("lookUp", [places, caller]),
  askNode: (node, method, args) => calls.call("askNode", [node, method, args]),
  shardFailed: (index, shard, reason) => calls.notify("shardFailed", [index, shard, reason]),
  log: (level, message) => calls.notify("log", [level, message]),
};

async function open(setup: DocumentsSetup): Promise<void> {
  const { documents: service, pipelines } = await openDocuments(setup, events, merger, () => {
    calls.notify("collectGarbage", []);
    merger.collectGarbage();
    setImmediate(collectGarbage);
  });
  putAll(methods, {
    ...documentsMethods(service),
    ...pipelineMethods(pipelines),
    get: async (requests: readonly GetRequest[]) => postedGets(await service.get(requests)),
    close: async () => {
      await service.close();
      await merger.close();
    },
  });
}
