import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { notOfClass } from "../document/ingest-document.ts";
import type { ProcessorKind } from "../processor.ts";

const TYPE_FIELD = "data_stream.type";
const DATASET_FIELD = "data_stream.dataset";
const NAMESPACE_FIELD = "data_stream.namespace";
const LONGEST = 100;
/** What the parts of the name of a data stream may not have. */
const FORBIDDEN_IN_DATASET = /[\\/*?"<>| ,#:-]/g;
const FORBIDDEN_IN_NAMESPACE = /[\\/*?"<>| ,#:]/g;

/** Sends a document to another index or data stream, and leaves the rest of its pipelines. */
export const reroute: ProcessorKind = {
  name: "reroute",

  create(config) {
    const type = optionalPart(config, "type");
    const datasets = parts(config, "dataset", `{{${DATASET_FIELD}}}`, FORBIDDEN_IN_DATASET);
    const namespaces = parts(config, "namespace", `{{${NAMESPACE_FIELD}}}`, FORBIDDEN_IN_NAMESPACE);
    const destination = config.optionalString("destination");
    const named = ["type", "dataset", "namespace"].some((name) => config.json(name) !== undefined);
    if (destination !== undefined && named)
      throw config.error("destination", "can only be set if type, dataset, and namespace are not set");
    return (document) => {
      if (destination !== undefined) {
        document.set("_index", destination);
        document.rerouted = true;
        return;
      }
      const [oldType, oldDataset, oldNamespace] = nameParts(document.metadata._index ?? "");
      const chosen = {
        type: type ?? firstOf(document, ["{{data_stream.type}}"], oldType),
        dataset: firstOf(document, datasets, oldDataset),
        namespace: firstOf(document, namespaces, oldNamespace),
      };
      document.set("_index", `${chosen.type}-${chosen.dataset}-${chosen.namespace}`);
      document.rerouted = true;
      document.set(TYPE_FIELD, chosen.type);
      document.set(DATASET_FIELD, chosen.dataset);
      document.set(NAMESPACE_FIELD, chosen.namespace);
      if (document.has("event.dataset")) document.set("event.dataset", chosen.dataset);
    };
  },
};

function optionalPart(config: ProcessorConfig, name: string): string | undefined {
  const given = config.optionalString(name);
  if (given === undefined) return undefined;
  if (cleaned(given, FORBIDDEN_IN_DATASET) !== given)
    throw config.error(name, `'${given}' contains disallowed characters`);
  return given;
}

/** Values and fields, of which the first that is there counts. */
function parts(config: ProcessorConfig, name: string, otherwise: string, forbidden: RegExp): string[] {
  const given: Json | undefined = config.json(name);
  if (given === undefined) return [otherwise];
  const list = Array.isArray(given) ? given : [given];
  if (list.length === 0) return [otherwise];
  return list.map((part) => {
    if (typeof part !== "string") throw config.error(name, "property isn't a string or a list of strings");
    if (part.startsWith("{{")) {
      if (!part.endsWith("}}")) throw config.error(name, `'${part}' is not a valid field reference`);
      return part;
    }
    if (cleaned(part, forbidden) !== part) throw config.error(name, `'${part}' contains disallowed characters`);
    return part;
  });
}

function firstOf(document: IngestDocument, sources: readonly string[], otherwise: string): string {
  for (const source of sources) {
    if (!source.startsWith("{{")) return source;
    const path = source.replace(/^\{\{\{?\s*|\s*\}?\}\}$/g, "");
    const value = document.find(path) ?? null;
    if (value === null) continue;
    if (typeof value !== "string") throw notOfClass(path, value, "java.lang.String");
    const text = cleaned(value, path === NAMESPACE_FIELD ? FORBIDDEN_IN_NAMESPACE : FORBIDDEN_IN_DATASET);
    if (text !== "") return text;
  }
  return otherwise;
}

function cleaned(text: string, forbidden: RegExp): string {
  return text.toLowerCase().replace(forbidden, "_").slice(0, LONGEST);
}

/** The parts of a name `type-dataset-namespace`. Throws 400 for another. */
function nameParts(index: string): [string, string, string] {
  const first = index.indexOf("-");
  const second = index.indexOf("-", first + 1);
  if (first < 0 || second < 0)
    throw illegalArgument(
      `invalid data stream name: [${index}]; must follow naming scheme <type>-<dataset>-<namespace>`,
    );
  return [index.slice(0, first), index.slice(first + 1, second), index.slice(second + 1)];
}
