import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { parseIpAddress } from "../compat/ip-address.ts";
import type { Json } from "../core/json.ts";
import { runCase, testIngest } from "../testing/ingest/run-case.ts";
import { MaxmindDatabase } from "./geo/maxmind-database.ts";

// Databases that MaxMind publishes for tests (https://github.com/maxmind/MaxMind-DB, Apache-2.0).
const file = (name: string): Uint8Array =>
  readFileSync(new URL(`../testing/ingest/maxmind/${name}-Test.mmdb`, import.meta.url));
const CITY = file("GeoIP2-City");
const service = testIngest({
  "ingest-geoip/GeoLite2-City.mmdb": CITY,
  "ingest-geoip/asn.mmdb": file("GeoLite2-ASN"),
  "ingest-geoip/anonymous.mmdb": file("GeoIP2-Anonymous-IP"),
  "ingest-geoip/connection.mmdb": file("GeoIP2-Connection-Type"),
  "ingest-geoip/domain.mmdb": file("GeoIP2-Domain"),
  "ingest-geoip/enterprise.mmdb": file("GeoIP2-Enterprise"),
  "ingest-geoip/broken.mmdb": CITY.subarray(0, 9000),
});

/** What the processor says of an address. */
async function located(options: Json & object, ip: Json = "81.2.69.142"): Promise<Json> {
  return runCase(service, [{ geoip: { field: "ip", ...options } }], { ip });
}

describe("geoip and ip_location", () => {
  test("say what Elasticsearch says of a place when nothing is asked for", async () => {
    expect(await located({})).toEqual({
      source: {
        ip: "81.2.69.142",
        geoip: {
          continent_name: "Europe",
          country_name: "United Kingdom",
          country_iso_code: "GB",
          region_iso_code: "GB-ENG",
          region_name: "England",
          city_name: "London",
          location: { lat: 51.5142, lon: -0.0931 },
        },
      },
    });
  });

  test("say all that is asked for, in the newer form of addresses too", async () => {
    const properties = [
      "ip",
      "continent_code",
      "COUNTRY_IN_EUROPEAN_UNION",
      "timezone",
      "accuracy_radius",
      "registered_country_name",
    ];
    expect(await located({ properties, target_field: "a.b" }, "2001:0218::")).toMatchObject({
      source: {
        a: {
          b: {
            ip: "2001:218::",
            continent_code: "AS",
            country_in_european_union: false,
            timezone: "Asia/Tokyo",
            accuracy_radius: 100,
          },
        },
      },
    });
    expect(await located({ properties: ["asn"] })).toMatchObject({
      status: 400,
      error: {
        type: "parse_exception",
        reason: expect.stringMatching(
          /^\[properties\] illegal property value \[asn\]\. valid values are \[IP, CONTINENT_CODE, /,
        ),
      },
    });
  });

  test.each([
    ["asn", "1.128.0.1", { ip: "1.128.0.1", asn: 1221, organization_name: "Telstra Pty Ltd", network: "1.128.0.0/11" }],
    [
      "anonymous",
      "1.2.0.1",
      {
        anonymous: true,
        anonymous_vpn: true,
        hosting_provider: false,
        public_proxy: false,
        residential_proxy: false,
        tor_exit_node: false,
      },
    ],
    ["connection", "1.0.128.1", { connection_type: "Cable/DSL" }],
    ["domain", "1.2.0.1", { domain: "maxmind.com" }],
  ])("a database %s tells its own", async (name, ip, made) => {
    expect(await located({ database_file: `${name}.mmdb` }, ip)).toEqual({ source: { ip, geoip: made } });
  });

  test("an enterprise database tells what its parts would", async () => {
    const properties = ["city_name", "city_confidence", "isp", "user_type", "asn", "residential_proxy"];
    const answer = await located({ database_file: "enterprise.mmdb", properties }, "74.209.24.0");
    expect(answer).toMatchObject({
      source: {
        geoip: {
          city_name: "Chatham",
          city_confidence: 11,
          isp: "Fairpoint Communications",
          user_type: "residential",
          asn: 14671,
          residential_proxy: false,
        },
      },
    });
  });

  test("lists give what is known first, or all", async () => {
    const ips = ["127.0.0.1", "81.2.69.142", "2.125.160.216"];
    const properties = ["city_name"];
    expect(await located({ properties }, ips)).toMatchObject({ source: { geoip: { city_name: "London" } } });
    expect(await located({ properties, first_only: false }, ips)).toMatchObject({
      source: { geoip: [null, { city_name: "London" }, { city_name: "Boxford" }] },
    });
    expect(await located({}, ["127.0.0.1"])).toEqual({ source: { ip: ["127.0.0.1"] } });
    expect(await located({}, [1])).toMatchObject({
      error: { reason: "array in field [ip] should only contain strings" },
    });
    expect(await located({}, 1)).toMatchObject({
      error: { reason: "field [ip] should contain only string or array of strings" },
    });
    expect(await located({}, null)).toMatchObject({
      error: { reason: "field [ip] is null, cannot extract geoip information." },
    });
    expect(await located({}, "no address")).toMatchObject({
      error: { reason: "'no address' is not an IP string literal." },
    });
  });

  test("each document gets a place of its own, which others do not change", async () => {
    const processors = [
      { geoip: { field: "ip", properties: ["location"] } },
      { set: { field: "geoip.location.lat", value: 0, if: "ctx.moved == true" } },
    ];
    const [moved, kept] = JSON.parse(
      await service.simulatePipeline({
        pipeline: { processors },
        documents: [true, false].map((isMoved) => ({
          source: JSON.stringify({ ip: "81.2.69.142", moved: isMoved }),
          metadata: {},
        })),
        verbose: false,
        caller: undefined,
      }),
    );
    expect(moved.doc._source.geoip.location.lat).toBe(0);
    expect(kept.doc._source.geoip.location.lat).toBe(51.5142);
  });

  test("a database that is not there marks documents, one that is damaged is refused", async () => {
    expect(await located({ database_file: "none.mmdb" })).toEqual({
      source: { ip: "81.2.69.142", tags: ["_geoip_database_unavailable_none.mmdb"] },
    });
    expect(await located({ database_file: "broken.mmdb" })).toMatchObject({ status: 400 });
    expect(await located({ database_file: "../x.mmdb" })).toMatchObject({ status: 400 });
    expect(
      await runCase(service, [{ ip_location: { field: "ip", properties: ["CITY_NAME"] } }], { ip: "81.2.69.142" }),
    ).toEqual({ source: { ip: "81.2.69.142", ip_location: { city_name: "London" } } });
  });

  test("whatever is wrong with a file, it is refused, and nothing behind its end is read", () => {
    const address = parseIpAddress("81.2.69.142");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(CITY.length - 1), fc.nat(255)), { maxLength: 5 }), (changes) => {
        const bytes = Uint8Array.from(CITY);
        for (const [at, byte] of changes) bytes[at] = byte;
        try {
          new MaxmindDatabase(bytes).find(address, true);
        } catch (error) {
          expect(error).toBeInstanceOf(RequestError);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("registered_domain", () => {
  test.each([
    [
      "www.google.co.uk",
      { domain: "www.google.co.uk", registered_domain: "google.co.uk", top_level_domain: "co.uk", subdomain: "www" },
    ],
    [
      "content-autofill.googleapis.com",
      {
        domain: "content-autofill.googleapis.com",
        registered_domain: "content-autofill.googleapis.com",
        top_level_domain: "googleapis.com",
      },
    ],
    [
      "1.www.global.ssl.fastly.net",
      {
        domain: "1.www.global.ssl.fastly.net",
        registered_domain: "www.global.ssl.fastly.net",
        top_level_domain: "global.ssl.fastly.net",
        subdomain: "1",
      },
    ],
    [
      "www.books.amazon.com.au",
      {
        domain: "www.books.amazon.com.au",
        registered_domain: "amazon.com.au",
        top_level_domain: "com.au",
        subdomain: "www.books",
      },
    ],
    ["co.uk", { domain: "co.uk", top_level_domain: "co.uk" }],
    ["a.www.ck", { domain: "a.www.ck", registered_domain: "www.ck", top_level_domain: "ck", subdomain: "a" }],
    ["b.a.x.ck", { domain: "b.a.x.ck", registered_domain: "a.x.ck", top_level_domain: "x.ck", subdomain: "b" }],
    ["localhost", undefined],
    ["", undefined],
    ["$", undefined],
    ["foo.bar.baz.unknowable", undefined],
  ])("%s", async (domain, made) => {
    const processor = { registered_domain: { field: "d", target_field: "url" } };
    const expected = made === undefined ? { d: domain } : { d: domain, url: made };
    expect(await runCase(service, [processor], { d: domain })).toEqual({ source: expected });
    if (made !== undefined) return;
    const strict = { registered_domain: { field: "d", ignore_missing: false } };
    expect(await runCase(service, [strict], { d: domain })).toEqual({
      error: { type: "illegal_argument_exception", reason: "unable to set domain information for document" },
    });
  });
});

describe("redact", () => {
  test.each([
    [["%{IP:client}"], "55.3.244.1 GET /index.html 55.3.244.2", "<client> GET /index.html <client>"],
    [["%{EMAILADDRESS:EMAIL}", "%{IP:IP_ADDRESS}"], "from a.b@c.de at 1.2.3.4", "from <EMAIL> at <IP_ADDRESS>"],
    [["%{WORD:W}(?: )%{NUMBER:N}"], "ab 12 cd 3", "<W> <N> <W> <N>"],
    [["(?<LONG>abcdef)", "(?<SHORT>efg)"], "xabcdefgx", "x<LONG>x"],
    [["(?<NONE>zzz)"], "abc", "abc"],
  ])("%j covers %j", async (patterns, text, covered) => {
    expect(await runCase(service, [{ redact: { field: "m", patterns } }], { m: text })).toEqual({
      source: { m: covered },
    });
  });

  test("by own patterns and marks, and says so", async () => {
    const processors = [
      {
        redact: {
          field: "m",
          patterns: ["%{GITHUB_NAME:NAME}"],
          pattern_definitions: { GITHUB_NAME: "@%{USERNAME}" },
          prefix: "*",
          suffix: "*",
          trace_redact: true,
        },
      },
      { set: { field: "told", value: "{{_ingest._redact._is_redacted}}" } },
    ];
    expect(await runCase(service, processors, { m: "by @ada" })).toEqual({ source: { m: "by *NAME*", told: "true" } });
    expect(await runCase(service, [{ redact: { field: "m", patterns: [] } }], {})).toMatchObject({ status: 400 });
  });
});

describe("circle", () => {
  const globe = { circle: { field: "c", error_distance: 28, shape_type: "geo_shape" } };
  // The example of the documentation.
  const corners = [
    [30.000365257263184, 10],
    [30.000111397193788, 10.00034284530941],
    [29.999706043744222, 10.000213571721195],
    [29.999706043744222, 9.999786428278805],
    [30.000111397193788, 9.99965715469059],
    [30.000365257263184, 10],
  ];

  test("becomes a polygon of the same notation", async () => {
    const json = await runCase(service, [globe], { c: { type: "circle", radius: "40m", coordinates: [30, 10] } });
    const close = corners.map((corner) => corner.map((one) => expect.closeTo(one, 7)));
    expect(json).toEqual({ source: { c: { type: "Polygon", coordinates: [close] } } });
    const text = await runCase(service, [globe], { c: "CIRCLE (30 10 40)" });
    expect(text).toMatchObject({
      source: { c: expect.stringMatching(/^POLYGON \(\(30\.000365\d+ 10\.0, 30\.000111/) },
    });
  });

  test("what is no circle, or one around a pole, is refused", async () => {
    const cause = async (c: Json): Promise<Json> => runCase(service, [globe], { c });
    expect(await cause("POINT (1 2)")).toMatchObject({
      error: { reason: "invalid circle definition", caused_by: { reason: "found [POINT] instead of circle" } },
    });
    expect(await cause("CIRCLE (0 90 40)")).toMatchObject({
      error: { caused_by: { reason: expect.stringMatching(/contains the north pole/) } },
    });
    expect(await cause(5)).toMatchObject({
      error: { reason: "field [c] must be a WKT Circle or a GeoJSON Circle value" },
    });
    expect(await runCase(service, [{ circle: { field: "c", error_distance: 1, shape_type: "x" } }], {})).toMatchObject({
      status: 400,
    });
  });
});
