/**
 * What each folder of `src` may import besides itself. Data flows down this list. `threads` builds the write side and
 * the search side on the threads that they run on, as `server` puts the rest together on main, so it sees what these
 * are built from. Names are separated by spaces; `*` stands for all. A permission that nobody uses is refused by a
 * test: the list says what is, not what could be.
 */
export const mayImport: Readonly<Record<string, string>> = {
  core: "",
  compat: "core",
  breakers: "compat",
  tasks: "core compat",
  kernel: "core",
  transport: "core compat",
  scripting: "core compat",
  analysis: "core compat scripting",
  store: "core compat kernel",
  segment: "core compat store",
  mapping: "core compat scripting analysis segment",
  access: "core compat mapping",
  query: "core compat scripting kernel analysis segment mapping",
  aggregation: "core compat scripting segment mapping query",
  cluster: "core compat store mapping analysis",
  documents: "core compat scripting segment mapping access query store cluster",
  hits: "core store compat scripting analysis segment mapping access query documents",
  search:
    "core compat scripting breakers analysis segment mapping access query aggregation store cluster documents hits",
  synonyms: "core compat analysis cluster documents search",
  security: "core compat access",
  identity: "core compat tasks access http security documents search cluster",
  http: "core compat breakers tasks security",
  api: "core compat access aggregation breakers tasks http cluster documents search hits synonyms security identity mapping analysis",
  threads: "core compat scripting transport cluster documents search segment store",
  server:
    "core compat transport breakers tasks analysis segment store cluster documents search synonyms security identity http api threads",
  testing: "*",
  tidy: "",
};

/**
 * The second floor: what each folder of a layer may import of the layer's other folders, names separated by spaces.
 * Files that stand in the layer itself are the shared language of its folders, which import them freely, except the
 * lists of `registries`. A layer that is absent has no rules yet; one that is here names all its folders.
 */
export const mayImportWithin: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  aggregation: {
    bucket: "collect fixed histogram nested order sampler single terms tree values",
    "buckets-path": "values",
    collect: "tree values",
    distinct: "",
    fixed: "collect tree values",
    histogram: "collect order tree values",
    metric: "distinct numeric values",
    nested: "collect tree values",
    numeric: "values",
    order: "tree",
    pipeline: "buckets-path",
    sampler: "collect tree",
    single: "collect tree values",
    terms: "collect order tree values",
    tree: "",
    values: "",
  },
  hits: {
    collect: "sort",
    fetch: "collect highlight rescore sort",
    highlight: "fetch",
    rescore: "collect",
    sort: "",
  },
  analysis: {
    analyzers: "char-filters icu languages token-filters tokenizers unicode",
    "char-filters": "icu languages word-delimiter",
    compounds: "synonyms",
    icu: "unicode",
    languages: "unicode",
    ngrams: "",
    synonyms: "",
    "token-filters": "compounds icu languages min-hash ngrams synonyms unicode word-delimiter",
    "min-hash": "",
    tokenizers: "languages ngrams unicode",
    unicode: "",
    "word-delimiter": "",
  },
  mapping: {
    annotations: "",
    completion: "geo",
    dates: "",
    features: "numbers",
    "field-types":
      "annotations completion dates features flattened geo numbers ranges semantic shapes summaries synthetic-source text vectors",
    flattened: "",
    geo: "numbers",
    numbers: "",
    ranges: "dates numbers",
    runtime: "dates field-types geo numbers",
    semantic: "",
    shapes: "geo numbers",
    summaries: "numbers",
    "synthetic-source": "",
    text: "numbers",
    vectors: "numbers",
  },
  query: {
    automata: "multi-term",
    boolean: "boost common-terms constant-score execution match-all match-none percolation query-cache scoring term",
    boost: "match-none query-cache",
    boosting: "match-none percolation query-cache scoring",
    "common-terms": "boolean boost dis-max match-none term",
    "constant-score": "boost match-none query-cache scoring",
    "dis-max": "boolean execution match-none percolation query-cache scoring",
    execution: "scoring term",
    feature: "automata multi-term scoring term",
    "field-exists": "constant-score match-all term",
    geo: "constant-score execution field-exists runtime term",
    ids: "constant-score match-none",
    kinds:
      "boolean boost boosting common-terms constant-score dis-max geo ids match-all match-none nested query-string range shapes simple-query-string text",
    "match-all": "constant-score percolation",
    "match-none": "percolation scoring",
    "multi-term": "boolean boost constant-score execution field-exists match-none range term terms",
    named: "query-cache",
    nested: "automata constant-score match-none query-cache scoring",
    percolation: "",
    phrase: "automata boolean execution match-none percolation scoring term",
    "query-cache": "",
    "query-string": "boolean boost dis-max match-all match-none term text",
    range: "constant-score execution field-exists match-all match-none percolation term terms",
    runtime: "boolean constant-score field-exists match-none range scoring term terms",
    scoring: "",
    shapes: "constant-score execution field-exists geo term",
    "simple-query-string": "boolean boost dis-max match-all match-none query-string text",
    spans: "boolean execution percolation phrase scoring term",
    synonyms: "execution percolation scoring term",
    term: "execution ids percolation range scoring terms",
    terms: "constant-score match-none multi-term percolation term",
    text: "boolean boost common-terms dis-max match-all match-none phrase spans synonyms term",
  },
};

/**
 * Folders with one file for each documented name, and the list of these files. None imports a sibling: what two of them
 * share moves into a folder of its own. And no folder imports the list: whoever is in it need not know that it exists.
 */
export const registries: readonly { readonly folder: string; readonly list: string }[] = [
  { folder: "aggregation/bucket", list: "aggregation/kinds.ts" },
  { folder: "aggregation/pipeline", list: "aggregation/pipelines.ts" },
  { folder: "aggregation/metric", list: "aggregation/kinds.ts" },
  { folder: "hits/fetch/phases", list: "hits/fetch/phases.ts" },
  { folder: "hits/rescore/rescorers", list: "hits/rescore/rescorers.ts" },
  { folder: "mapping/field-types", list: "mapping/field-types.ts" },
  { folder: "mapping/runtime/types", list: "mapping/runtime/runtime-types.ts" },
  { folder: "query/kinds", list: "query/kinds.ts" },
];
