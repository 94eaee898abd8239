/**
 * What each folder of `src` may import besides itself. Data flows down this list. `threads` builds the write side and the search side on
 * the threads that they run on, as `server` puts the rest together on main, so it sees what these are built from.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  kernel: ["core"],
  analysis: ["core"],
  store: ["core", "kernel"],
  segment: ["core", "kernel", "store"],
  mapping: ["core", "analysis", "segment"],
  query: ["core", "kernel", "analysis", "segment", "mapping"],
  aggregation: ["core", "kernel", "segment", "mapping", "query"],
  cluster: ["core", "store", "mapping", "analysis"],
  documents: ["core", "kernel", "analysis", "segment", "mapping", "store", "cluster"],
  search: ["core", "kernel", "analysis", "segment", "mapping", "query", "aggregation", "store", "cluster", "documents"],
  security: ["core", "documents"],
  identity: ["core", "http", "security", "documents", "search", "cluster"],
  http: ["core", "security"],
  api: ["core", "http", "cluster", "documents", "search", "security", "identity", "mapping", "analysis"],
  threads: ["core", "cluster", "documents", "mapping", "search", "segment", "store"],
  server: ["core", "kernel", "analysis", "segment", "mapping", "query", "aggregation", "store", "cluster", "documents", "search", "security", "identity", "http", "api", "threads"],
  tidy: [],
};
