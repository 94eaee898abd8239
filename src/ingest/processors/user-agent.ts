import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { yaml } from "../../core/rare-packages.ts";
import { valueOf } from "../config/fields-of.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { notOfClass } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind, ProcessorSurroundings } from "../processor.ts";
import { type DeviceType, deviceType } from "../user-agent/device-type.ts";
import { builtInParser, type NamedVersion, type UserAgent, UserAgentParser } from "../user-agent/user-agent-parser.ts";

/** In the order of Elasticsearch's message. */
const PROPERTIES = ["NAME", "OS", "DEVICE", "ORIGINAL", "VERSION"];

/** Says which program sent a request, by what it tells of itself. */
export const userAgent: ProcessorKind = {
  name: "user_agent",

  create(config, surroundings) {
    const field = config.string("field");
    const target = config.optionalString("target_field") ?? "user_agent";
    const parser = parserOf(config, surroundings);
    const properties = propertiesOf(config);
    const ignoreMissing = config.boolean("ignore_missing", false);
    // Of releases that knew another form; there is one form now.
    config.json("ecs");
    const showsType = config.boolean("extract_device_type", false);
    return (document) => {
      const text = valueOf(document, field, ignoreMissing);
      if (text === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot parse user-agent.`);
      }
      if (typeof text !== "string") throw notOfClass(field, text, "java.lang.String");
      const agent = parser().parse(text);
      document.set(target, shown(text, agent, { properties, type: showsType ? deviceType(text, agent) : undefined }));
    };
  },
};

function propertiesOf(config: ProcessorConfig): ReadonlySet<string> {
  const given = config.optionalList("properties")?.map(javaText);
  for (const name of given ?? [])
    if (!PROPERTIES.includes(name.toUpperCase()))
      throw config.error("properties", `illegal property value [${name}]. valid values are [${PROPERTIES.join(", ")}]`);
  return new Set(given?.map((name) => name.toUpperCase()) ?? PROPERTIES);
}

function parserOf(config: ProcessorConfig, { readFile }: ProcessorSurroundings): () => UserAgentParser {
  const name = config.optionalString("regex_file");
  if (name === undefined) return builtInParser;
  const bytes = readFile(`ingest-user-agent/${name}`);
  if (!bytes) throw config.error("regex_file", `regex file [${name}] doesn't exist (has to exist at node startup)`);
  const patterns: unknown = yaml().parse(Buffer.from(bytes).toString("utf8"));
  if (!isJsonObject(patterns)) throw config.error("regex_file", `regex file [${name}] has no lists of patterns`);
  const parser = new UserAgentParser(patterns);
  return () => parser;
}

interface Shown {
  readonly properties: ReadonlySet<string>;
  /** Undefined: it is not to be shown. */
  readonly type: DeviceType | undefined;
}

function shown(original: string, agent: UserAgent, { properties, type }: Shown): JsonObject {
  const { program, system, device } = agent;
  const made: JsonObject = {};
  if (properties.has("NAME")) made["name"] = program?.name ?? "Other";
  if (properties.has("ORIGINAL")) made["original"] = original;
  if (properties.has("OS") && system) made["os"] = shownSystem(system);
  if (properties.has("DEVICE"))
    made["device"] = { name: device?.name ?? "Other", ...(type === undefined ? {} : { type }) };
  if (properties.has("VERSION") && program?.version !== undefined) made["version"] = program.version;
  return made;
}

function shownSystem({ name, version }: NamedVersion): JsonObject {
  return version === undefined ? { name } : { name, version, full: `${name} ${version}` };
}
