/** What the databases of addresses tell, by their types (`IpDataLookupFactories`, `MaxmindIpDataLookups`). */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** What is known of an address, for a property. */
export interface Looked {
  readonly record: JsonObject;
  /** The address in its shortest form. */
  readonly ip: string;
  /** `1.128.0.0/11`. */
  readonly network: string;
}

/**
 * Properties in the order of Elasticsearch, each with the field that it fills; and those that are filled when none are
 * asked for.
 */
export interface DatabaseKind {
  readonly properties: readonly string[];
  readonly otherwise: readonly string[];
}

const COUNTRY = [
  "IP",
  "CONTINENT_CODE",
  "CONTINENT_NAME",
  "COUNTRY_NAME",
  "COUNTRY_IN_EUROPEAN_UNION",
  "COUNTRY_ISO_CODE",
];
const REGISTERED = ["REGISTERED_COUNTRY_IN_EUROPEAN_UNION", "REGISTERED_COUNTRY_ISO_CODE", "REGISTERED_COUNTRY_NAME"];
const PLACE = ["REGION_ISO_CODE", "REGION_NAME", "CITY_NAME", "TIMEZONE", "LOCATION", "POSTAL_CODE", "ACCURACY_RADIUS"];
const USUAL_PLACE = [
  "CONTINENT_NAME",
  "COUNTRY_NAME",
  "COUNTRY_ISO_CODE",
  "REGION_ISO_CODE",
  "REGION_NAME",
  "CITY_NAME",
  "LOCATION",
];
const ANONYMOUS = [
  "HOSTING_PROVIDER",
  "TOR_EXIT_NODE",
  "ANONYMOUS_VPN",
  "ANONYMOUS",
  "PUBLIC_PROXY",
  "RESIDENTIAL_PROXY",
];
const ISP = [
  "ASN",
  "ORGANIZATION_NAME",
  "NETWORK",
  "ISP",
  "ISP_ORGANIZATION_NAME",
  "MOBILE_COUNTRY_CODE",
  "MOBILE_NETWORK_CODE",
];

/** By the end of a type. */
const KINDS: readonly (readonly [end: string, kind: DatabaseKind])[] = [
  ["city", { properties: [...COUNTRY, ...PLACE, ...REGISTERED], otherwise: USUAL_PLACE }],
  [
    "country",
    {
      properties: [...COUNTRY, ...REGISTERED],
      otherwise: ["CONTINENT_NAME", "COUNTRY_NAME", "COUNTRY_ISO_CODE"],
    },
  ],
  [
    "asn",
    {
      properties: ["IP", "ASN", "ORGANIZATION_NAME", "NETWORK"],
      otherwise: ["IP", "ASN", "ORGANIZATION_NAME", "NETWORK"],
    },
  ],
  ["anonymous-ip", { properties: ["IP", ...ANONYMOUS], otherwise: ANONYMOUS }],
  ["connection-type", { properties: ["IP", "CONNECTION_TYPE"], otherwise: ["CONNECTION_TYPE"] }],
  ["domain", { properties: ["IP", "DOMAIN"], otherwise: ["DOMAIN"] }],
  [
    "enterprise",
    {
      properties: [
        ...COUNTRY,
        "COUNTRY_CONFIDENCE",
        ...PLACE,
        "CITY_CONFIDENCE",
        "POSTAL_CONFIDENCE",
        "USER_TYPE",
        "CONNECTION_TYPE",
        "DOMAIN",
        ...ANONYMOUS,
        ...ISP,
        ...REGISTERED,
      ],
      otherwise: USUAL_PLACE,
    },
  ],
  ["isp", { properties: ["IP", ...ISP], otherwise: ISP }],
];

/** Undefined: the type is not one of these. */
export function databaseKind(type: string): DatabaseKind | undefined {
  const lower = type.toLowerCase();
  return KINDS.find(([end]) => lower.endsWith(end))?.[1];
}

/** The value of a property; undefined where the database has none. */
export function propertyOf(name: string, looked: Looked): Json | undefined {
  const { record, ip, network } = looked;
  const at = (...path: string[]): Json | undefined => valueAt(record, path);
  const flag = (key: string): Json => at(key) ?? at("traits", key) ?? false;
  switch (name) {
    case "IP":
      return ip;
    case "NETWORK":
      return network;
    case "CONTINENT_CODE":
      return at("continent", "code");
    case "CONTINENT_NAME":
      return at("continent", "names", "en");
    case "COUNTRY_CONFIDENCE":
      return at("country", "confidence");
    case "COUNTRY_IN_EUROPEAN_UNION":
      return isInUnion(at("country"));
    case "COUNTRY_ISO_CODE":
      return at("country", "iso_code");
    case "COUNTRY_NAME":
      return at("country", "names", "en");
    case "REGISTERED_COUNTRY_IN_EUROPEAN_UNION":
      return isInUnion(at("registered_country"));
    case "REGISTERED_COUNTRY_ISO_CODE":
      return at("registered_country", "iso_code");
    case "REGISTERED_COUNTRY_NAME":
      return at("registered_country", "names", "en");
    case "REGION_ISO_CODE":
      return regionCode(at("country", "iso_code"), lastSubdivision(record)?.["iso_code"]);
    case "REGION_NAME":
      return valueAt(lastSubdivision(record) ?? {}, ["names", "en"]);
    case "CITY_NAME":
      return at("city", "names", "en");
    case "CITY_CONFIDENCE":
      return at("city", "confidence");
    case "POSTAL_CODE":
      return at("postal", "code");
    case "POSTAL_CONFIDENCE":
      return at("postal", "confidence");
    case "TIMEZONE":
      return at("location", "time_zone");
    case "ACCURACY_RADIUS":
      return at("location", "accuracy_radius");
    case "LOCATION":
      return pointOf(at("location", "latitude"), at("location", "longitude"));
    case "ASN":
      return at("autonomous_system_number") ?? at("traits", "autonomous_system_number");
    case "ORGANIZATION_NAME":
      return at("autonomous_system_organization") ?? at("traits", "autonomous_system_organization");
    case "ISP":
      return at("isp") ?? at("traits", "isp");
    case "ISP_ORGANIZATION_NAME":
      return at("organization") ?? at("traits", "organization");
    case "CONNECTION_TYPE":
    case "DOMAIN":
    case "USER_TYPE":
    case "MOBILE_COUNTRY_CODE":
    case "MOBILE_NETWORK_CODE":
      return at(name.toLowerCase()) ?? at("traits", name.toLowerCase());
    case "HOSTING_PROVIDER":
    case "TOR_EXIT_NODE":
    case "ANONYMOUS_VPN":
    case "ANONYMOUS":
    case "PUBLIC_PROXY":
    case "RESIDENTIAL_PROXY":
      return flag(`is_${name.toLowerCase()}`);
    default:
      return undefined;
  }
}

/** The field that a property fills; some keep their names of old. */
export function fieldOf(property: string): string {
  if (property === "ISP_ORGANIZATION_NAME") return "isp_organization_name";
  return property.toLowerCase();
}

function valueAt(value: JsonObject, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const name of path) found = isJsonObject(found) ? ownOf(found, name) : undefined;
  return found;
}

/** The most exact one. */
function lastSubdivision({ subdivisions }: JsonObject): JsonObject | undefined {
  const last = Array.isArray(subdivisions) ? subdivisions.at(-1) : undefined;
  return isJsonObject(last) ? last : undefined;
}

function regionCode(country: Json | undefined, region: Json | undefined): Json | undefined {
  return typeof country === "string" && typeof region === "string" ? `${country}-${region}` : undefined;
}

/** Told where the country has a code. */
function isInUnion(country: Json | undefined): Json | undefined {
  if (!isJsonObject(country) || country["iso_code"] === undefined) return undefined;
  return country["is_in_european_union"] ?? false;
}

function pointOf(lat: Json | undefined, lon: Json | undefined): Json | undefined {
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}
