/** `geoip` and `ip_location`: what a database of addresses knows of one (`GeoIpProcessor`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { formatIpAddress, parseIpAddress } from "../../compat/ip-address.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { valueOf } from "../config/fields-of.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { deepCopy, javaText } from "../document/java-values.ts";
import type { Processor, ProcessorKind } from "../processor.ts";
import { type DatabaseKind, databaseKind, fieldOf, propertyOf } from "./database-kinds.ts";
import type { MaxmindDatabase } from "./maxmind-database.ts";

/** Databases are files of the folder `ingest-geoip` of the configuration; none is ever downloaded. */
export function locationProcessor(name: "geoip" | "ip_location"): ProcessorKind {
  return {
    name,
    create(config, { database }) {
      const field = config.string("field");
      const target = config.optionalString("target_field") ?? name;
      const file = config.optionalString("database_file") ?? "GeoLite2-City.mmdb";
      const given = config.optionalList("properties")?.map(javaText);
      const ignoreMissing = config.boolean("ignore_missing", false);
      const firstOnly = config.boolean("first_only", true);
      config.boolean("download_database_on_pipeline_creation", true);
      if (!/^[\w-]+(?:[.][\w-]+)*$/.test(file)) throw config.error("database_file", `Invalid name [${file}]`);
      const opened = opening(config, () => database(file));
      if (!opened) return unavailable(name, file);
      const kind = databaseKind(opened.type);
      if (!kind) throw config.error("database_file", `Unsupported database type [${opened.type}] for file [${file}]`);
      const look = remembered(lookup(opened, propertiesOf(config, kind, given)));
      return (document) => {
        const value = valueOf(document, field, ignoreMissing);
        if (value === null) {
          if (ignoreMissing) return;
          throw illegalArgument(`field [${field}] is null, cannot extract geoip information.`);
        }
        const found = foundFor(value, { field, firstOnly, look });
        if (found !== undefined) document.set(target, found);
      };
    },
  };
}

function opening(config: ProcessorConfig, open: () => MaxmindDatabase | undefined): MaxmindDatabase | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof RequestError) throw config.error("database_file", error.message);
    throw error;
  }
}

/** Documents are marked, and go on: the file may come later, when the pipeline is read again. */
function unavailable(name: string, file: string): Processor {
  return (document) =>
    document.append("tags", `_${name}_database_unavailable_${file}`, { duplicates: true, ignoreEmpty: false });
}

function propertiesOf(config: ProcessorConfig, kind: DatabaseKind, given: readonly string[] | undefined): string[] {
  const names = given?.map((name) => name.toUpperCase());
  names?.forEach((name, at) => {
    if (!kind.properties.includes(name))
      throw config.error(
        "properties",
        `illegal property value [${given?.[at]}]. valid values are [${kind.properties.join(", ")}]`,
      );
  });
  return kind.properties.filter((name) => (names ?? kind.otherwise).includes(name));
}

type Look = (address: string) => JsonObject | undefined;

/** Addresses whose results are kept, as Elasticsearch's `ingest.geoip.cache_size`. */
const MOST_KEPT = 1000;

/** Reading a record costs more than a copy of what is known of it; each document gets one of its own. */
function remembered(look: Look): Look {
  const kept = new Map<string, JsonObject | null>();
  return (address) => {
    let known = kept.get(address);
    if (known === undefined) {
      known = look(address) ?? null;
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
      kept.set(address, known);
    }
    return known === null ? undefined : deepCopy(known);
  };
}

function lookup(database: MaxmindDatabase, properties: readonly string[]): Look {
  return (text) => {
    const address = parseIpAddress(text);
    const isOlderForm = !text.includes(":");
    const found = database.find(address, isOlderForm);
    if (!found) return undefined;
    const { record, prefix } = found;
    const looked = { record, ip: formatIpAddress(address), network: networkOf(address, prefix, isOlderForm) };
    const made: JsonObject = {};
    for (const property of properties) {
      const value = propertyOf(property, looked);
      if (value !== undefined && value !== null) put(made, fieldOf(property), value);
    }
    return Object.keys(made).length === 0 ? undefined : made;
  };
}

/** The network that the first bits of an address name. */
function networkOf(address: Uint8Array, prefix: number, isOlderForm: boolean): string {
  const network = Uint8Array.from(address);
  const from = isOlderForm ? prefix + 96 : prefix;
  for (let bit = from; bit < 128; bit++) network[bit >> 3] = (network[bit >> 3] ?? 0) & ~(1 << (7 - (bit & 7)));
  return `${formatIpAddress(network)}/${prefix}`;
}

interface Asked {
  readonly field: string;
  readonly firstOnly: boolean;
  readonly look: Look;
}

/** Undefined: nothing is known. */
function foundFor(value: Json, { field, firstOnly, look }: Asked): Json | undefined {
  if (typeof value === "string") return look(value);
  if (!Array.isArray(value)) throw illegalArgument(`field [${field}] should contain only string or array of strings`);
  const all: Json[] = [];
  for (const item of value) {
    if (typeof item !== "string") throw illegalArgument(`array in field [${field}] should only contain strings`);
    const found = look(item);
    if (found && firstOnly) return found;
    all.push(found ?? null);
  }
  return all.some((found) => found !== null) ? all : undefined;
}
