/** Mappings and documents whose `_source` is made from what is indexed. Data only. */

/** An index, and documents that are written to it one after the other. */
export interface SyntheticCase {
  readonly title: string;
  readonly mappings: Record<string, unknown>;
  readonly settings?: Record<string, string>;
  /** JSON texts: the spelling of numbers matters. */
  readonly documents: readonly string[];
}

const keywords = {
  k: { type: "keyword" },
  kn: { type: "keyword", doc_values: false },
  ks: { type: "keyword", store: true },
};

const limitedKeywords = {
  ka: { type: "keyword", ignore_above: 3 },
  km: { type: "keyword", null_value: "NUL" },
  low: { type: "keyword", normalizer: "lowercase" },
};

const numbers = {
  l: { type: "long" },
  by: { type: "byte" },
  d: { type: "double" },
  f: { type: "float" },
  h: { type: "half_float" },
  ln: { type: "long", null_value: 7 },
  lm: { type: "long", ignore_malformed: true },
  li: { type: "long", doc_values: false },
};

const times = {
  dt: { type: "date" },
  dn: { type: "date_nanos" },
  dl: { type: "date", format: "yyyy/MM/dd||epoch_millis" },
  dm: { type: "date", ignore_malformed: true },
};

const others = {
  b: { type: "boolean" },
  bm: { type: "boolean", ignore_malformed: true },
  ip: { type: "ip" },
  ipm: { type: "ip", ignore_malformed: true },
  bi: { type: "binary" },
  g: { type: "geo_point" },
  gm: { type: "geo_point", ignore_malformed: true },
};

const texts = {
  t: { type: "text" },
  ts: { type: "text", store: true },
  tk: { type: "text", fields: { r: { type: "keyword" } } },
  tka: { type: "text", fields: { r: { type: "keyword", ignore_above: 3 } } },
};

const ranges = {
  lr: { type: "long_range" },
  ir: { type: "ip_range" },
  dr: { type: "date_range" },
  fr: { type: "float_range" },
};

const vectors = {
  dv: { type: "dense_vector", dims: 3 },
  du: { type: "dense_vector", dims: 3, index: false },
  db: { type: "dense_vector", dims: 3, element_type: "byte" },
};

const flattened = { fl: { type: "flattened" }, fi: { type: "flattened", ignore_above: 2 } };

/** Objects of all kinds; `keep` is the mode of what names one. */
function objects(keep: string | undefined): Record<string, unknown> {
  const mode = keep === undefined ? {} : { synthetic_source_keep: keep };
  const nestedMode = keep === "arrays" ? {} : mode;
  return {
    properties: {
      o: {
        ...mode,
        properties: {
          a: { type: "long" },
          b: { type: "keyword", ...mode },
          p: { properties: { c: { type: "keyword" } } },
        },
      },
      q: { properties: { p: { ...mode, properties: { c: { type: "keyword" }, d: { type: "long", ...mode } } } } },
      n: {
        type: "nested",
        ...nestedMode,
        properties: { a: { type: "long" }, m: { type: "nested", properties: { z: { type: "long", ...mode } } } },
      },
      dis: { type: "object", enabled: false },
      f: { dynamic: "false", properties: { a: { type: "long" } } },
      s: { subobjects: false, properties: { "x.y": { type: "long" } } },
      l: { type: "long", ...mode },
      kn: { type: "keyword", doc_values: false },
      ka: { type: "keyword", ignore_above: 2, ...mode },
      dt: { type: "date", ...mode },
      g: { type: "geo_point", ...mode },
      t: { type: "text", ...mode },
      tk: { type: "text", fields: { r: { type: "keyword" } }, ...mode },
    },
  };
}

const objectDocuments: readonly string[] = [
  `{"o":[{"a":2,"b":"z"},{"a":1}]}`,
  `{"o":{}}`,
  `{"o":[]}`,
  `{"o":null}`,
  `{"o.a":1,"o.b":"k"}`,
  `{"o.a":1,"o":{"a":0}}`,
  `{"o":[{"p":[{"c":"x"},{"c":"a"}]},{"p":{"c":"b"}}]}`,
  `{"o":{"a":[3,1]}}`,
  `{"o":[{"b":["x","a"]},{"b":"q"}]}`,
  `{"q":[{"p":{"c":"z"}},{"p":{"c":"a","d":[2,1]}}]}`,
  `{"q":{"p":[{"c":"z"},{"c":"a","d":[2,1]}]}}`,
  `{"n":[{"a":2},{},{"a":[3,1]}]}`,
  `{"n":{"a":1}}`,
  `{"n":{}}`,
  `{"n":[]}`,
  `{"n":[{"m":[{"z":[2,1]},{"z":1}]},{"m":{}}]}`,
  `{"n.a":5}`,
  `{"dis":{"q":1,"w.e":[2]}}`,
  `{"dis":5}`,
  `{"dis":[1,{"a":null}]}`,
  `{"dis":null}`,
  `{"f":{"a":1,"u":2,"v":{"w":[1,[2]]},"nul":null,"e":[]}}`,
  `{"f.u.v":1,"f":{"u":{"x":2}}}`,
  `{"f":[{"u":1},{"u":2,"a":3},{"u":[3,4]}]}`,
  `{"f":{"u":1.0,"x":1e3,"big":123456789012345678901234567890,"y":1.50,"n":[-0,0.1e-5]}}`,
  `{"s":{"x":{"y":3},"q.r":"t"}}`,
  `{"s":[{"x":{"y":[3,1]}},{"x.y":2}]}`,
  `{"kn":[null,"a"]}`,
  `{"kn":[]}`,
  `{"l":[[2,[1]],3]}`,
  `{"l":[[]]}`,
  `{"l":[null]}`,
  `{"l":[null,5,2,5]}`,
  `{"l":[5]}`,
  `{"ka":["bb","a","abc","bb"]}`,
  `{"ka":["abc"]}`,
  `{"dt":["2021","2020"]}`,
  `{"dt":["2020"]}`,
  `{"g":[[1,2],[3,0]]}`,
  `{"g":[{"lat":1,"lon":2}]}`,
  `{"t":["b","a"]}`,
  `{"tk":["b","a"]}`,
  `{"tk":["b"]}`,
  `{"new1":{"new2":["b","a"]}}`,
  `{"new3":[],"new4":null}`,
  `{"_doc_count":3,"l":1}`,
  `{"z":1,"aa":2,"A":3,"é":4,"_x":5,"1":6}`,
];

export const syntheticCases: readonly SyntheticCase[] = [
  {
    title: "keywords",
    mappings: { properties: { ...keywords, ...limitedKeywords } },
    documents: [
      `{"k":["b","a","b",null]}`,
      `{"k":[["b"],["a"]]}`,
      `{"k":[]}`,
      `{"k":1.50}`,
      `{"kn":["b","a\\u00e9",1.50,1e3]}`,
      `{"ks":["b","a","b",null]}`,
      `{"ka":["b","abcd","a","abcd"]}`,
      `{"ka":[12345,1]}`,
      `{"km":["z",null,"a"]}`,
      `{"km":null}`,
      `{"low":["B","a"]}`,
    ],
  },
  {
    title: "numbers",
    mappings: { properties: numbers },
    documents: [
      `{"l":[3,1,1,"2"]}`,
      `{"l":5.7}`,
      `{"by":[3,1]}`,
      `{"d":[1,2.5,"3"]}`,
      `{"d":[0,-0.0,1e20,0.0001]}`,
      `{"f":[1,0.1,16777217,1e10]}`,
      `{"h":[0.1,65504]}`,
      `{"ln":[9,null]}`,
      `{"lm":[3,"x",1,"y",true]}`,
      `{"lm":"q"}`,
      `{"li":1.0}`,
    ],
  },
  {
    title: "dates",
    mappings: { properties: times },
    documents: [
      `{"dt":["2020-01-01",0,"2020-01-01T00:00:00.123456Z"]}`,
      `{"dn":["2020-01-01T00:00:00.123456789Z","2020-01-01"]}`,
      `{"dl":["2020/01/02",5]}`,
      `{"dm":["x","2020",true]}`,
    ],
  },
  {
    title: "booleans, addresses, bytes and points",
    mappings: { properties: others },
    documents: [
      `{"b":[true,"false","",true]}`,
      `{"bm":["x",true,3]}`,
      `{"ip":["::1","10.0.0.1","::ffff:1.2.3.4","10.0.0.1"]}`,
      `{"ipm":["x","1.1.1.1"]}`,
      `{"bi":["AQ==","AA==","AA=="]}`,
      `{"g":[{"lat":41.12,"lon":-71.34},"1,2",[3,4]]}`,
      `{"g":[3,4]}`,
      `{"gm":["1,2","x",[3,4],{"lat":1}]}`,
      `{"gm":"bad"}`,
    ],
  },
  {
    title: "text",
    mappings: { properties: texts },
    documents: [
      `{"t":["b","a",null,"b"]}`,
      `{"t":1.50}`,
      `{"ts":["b","a"]}`,
      `{"tk":["b","a","b"]}`,
      `{"tka":["b","abcd","a"]}`,
    ],
  },
  {
    title: "ranges",
    mappings: { properties: ranges },
    documents: [
      `{"lr":[{"gt":1,"lt":5},{"gte":0}]}`,
      `{"lr":{}}`,
      `{"lr":null}`,
      `{"ir":"10.0.0.0/8"}`,
      `{"ir":{"gt":"::1"}}`,
      `{"dr":{"gte":"2020-01-01","lt":"2021"}}`,
      `{"fr":[{"gt":1.5,"lte":2},{"gte":-3,"lt":-1}]}`,
    ],
  },
  {
    title: "flattened objects",
    mappings: { properties: flattened },
    documents: [
      `{"fl":{"b":[2,1,"x"],"a":{"c":true,"d.e":null}}}`,
      `{"fl":{}}`,
      `{"fl":[{"a":1},{"a":0,"b":2}]}`,
      `{"fl":{"a":1.50,"b":{"c":[1.0,2]}}}`,
      `{"fl":{"a":1,"a.b":2,"a.b.c":3,"x":{"y":1,"y.z":2}}}`,
      `{"fi":{"a":["long","x","q"],"b":{"c":"toolong"}}}`,
    ],
  },
  {
    title: "vectors",
    mappings: { properties: vectors },
    documents: [`{"dv":[1,2,3]}`, `{"dv":[0.1,0.2,0.33]}`, `{"du":[1,2,3.5]}`, `{"db":[1,-2,3]}`],
  },
  { title: "objects", mappings: objects(undefined), documents: objectDocuments },
  {
    title: "arrays kept by the index",
    mappings: objects(undefined),
    settings: { "index.mapping.synthetic_source_keep": "arrays" },
    documents: objectDocuments,
  },
  ...["none", "arrays", "all"].map((keep) => ({
    title: `keep ${keep}`,
    mappings: objects(keep),
    documents: objectDocuments,
  })),
  {
    title: "nothing kept, where the index keeps arrays",
    mappings: objects("none"),
    settings: { "index.mapping.synthetic_source_keep": "arrays" },
    documents: objectDocuments,
  },
  {
    title: "a mapping that is not enabled",
    mappings: { enabled: false },
    documents: [`{ "a" : {"b":[1.0, 2]}, "c.d":null}`, `{}`],
  },
  {
    title: "dynamic: false",
    mappings: { dynamic: false, properties: { a: { type: "keyword" } } },
    documents: [`{"a":["b","a"],"x":{"y":[1,null]},"z.w":[1]}`],
  },
  {
    title: "runtime fields",
    mappings: { dynamic: "runtime", runtime: { rt: { type: "long" } }, properties: { k: { type: "keyword" } } },
    documents: [
      `{"a":[3,1]}`,
      `{"a":[3]}`,
      `{"a":null}`,
      `{"a":[null,2]}`,
      `{"o":[{"p":1},{"p":[2,{"q":2}]}]}`,
      `{"k":["b","a"],"rt":[5],"c":[]}`,
      `{"rt":[[3],1]}`,
    ],
  },
  {
    title: "copies",
    mappings: {
      properties: {
        o: { properties: { a: { type: "keyword", copy_to: ["o.all", "top"] }, all: { type: "keyword" } } },
        top: { type: "text" },
        n: { type: "nested", properties: { x: { type: "keyword", copy_to: ["n.y", "top"] }, y: { type: "keyword" } } },
      },
    },
    documents: [
      `{"o":{"a":["b","a","b"]}}`,
      `{"o":{"a":"x","all":["z","a"]},"top":"t"}`,
      `{"n":[{"x":["q","p"]},{"x":"r","y":"own"}]}`,
      `{"top":["b","a"]}`,
    ],
  },
];
