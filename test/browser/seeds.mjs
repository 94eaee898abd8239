// What servers of journeys hold.
const TOWNS = [
  ["1", "Bern", "CH", 121_631, 46.95, 7.45, "The capital, on a hill above the Aare"],
  ["2", "Zürich", "CH", 341_730, 47.37, 8.55, "The largest town of Switzerland"],
  ["3", "Genève", "CH", 183_981, 46.2, 6.15, "On the lake, near France"],
  ["4", "San José", "CR", 335_007, 9.93, -84.08, "The capital of Costa Rica"],
  ["5", "San Jose", "US", 1_026_908, 37.34, -121.89, "In the south of the bay"],
  ["6", "San Jose", "PH", 118_807, 12.35, 121.07, "In Mindoro"],
  ["7", "Basel", "CH", 164_488, 47.56, 7.59, "On the Rhine, where three countries meet"],
  ["8", "Lausanne", "CH", 116_751, 46.52, 6.63, "Steep, on the lake"],
];

export async function seedTowns(server, { index = "towns", replicas = 0, more = 0 } = {}) {
  await server.ask("PUT", `/${index}`, {
    settings: { number_of_replicas: replicas },
    mappings: {
      properties: {
        name: { type: "text", fields: { raw: { type: "keyword" } } },
        country: { type: "keyword" },
        population: { type: "integer" },
        location: { type: "geo_point" },
        about: { type: "text" },
        founded: { type: "date" },
      },
    },
  });
  const documents = TOWNS.map(([id, name, country, population, lat, lon, about]) => [
    id,
    { name, country, population, location: { lat, lon }, about, founded: `${1000 + Number(id) * 37}-01-01` },
  ]);
  for (let at = 0; at < more; at++)
    documents.push([`more-${at}`, { name: `Village ${at}`, country: ["DE", "FR", "IT"][at % 3], population: at }]);
  const lines = documents.flatMap(([id, source]) => [JSON.stringify({ index: { _id: id } }), JSON.stringify(source)]);
  await server.ask("POST", `/${index}/_bulk?refresh=true`, `${lines.join("\n")}\n`, "application/x-ndjson");
}

/** Somebody who may only read. */
export async function seedReader(server, { name = "reader", password = "reader-password", pattern = "towns*" } = {}) {
  await server.ask("PUT", `/_security/role/${name}`, { indices: [{ names: [pattern], privileges: ["read"] }] });
  await server.ask("PUT", `/_security/user/${name}`, { password, roles: [name] });
  return { name, password };
}
