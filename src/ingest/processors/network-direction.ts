import { illegalArgument } from "../../compat/errors.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import { isInNetworks } from "../network/named-networks.ts";
import type { ProcessorKind } from "../processor.ts";
import { textSource } from "../config/template.ts";

/** Says whether traffic goes in, out, within or past what is inside. */
export const networkDirection: ProcessorKind = {
  name: "network_direction",

  create(config) {
    const source = config.optionalString("source_ip") ?? "source.ip";
    const destination = config.optionalString("destination_ip") ?? "destination.ip";
    const target = config.optionalString("target_field") ?? "network.direction";
    const networks = config.optionalList("internal_networks")?.map((name) => textSource(javaText(name)));
    const networksField = config.optionalString("internal_networks_field");
    const ignoreMissing = config.boolean("ignore_missing", true);
    if (networks === undefined && networksField === undefined)
      throw config.error("internal_networks", "or [internal_networks_field] must be specified");
    if (networks !== undefined && networksField !== undefined)
      throw config.error(
        "internal_networks",
        "and [internal_networks_field] cannot both be used in the same processor",
      );
    return (document) => {
      const inside = networks
        ? networks.map((network) => network(document))
        : listOf(document, networksField ?? "", ignoreMissing);
      if (!inside) return;
      const from = addressOf(document, source, { ignoreMissing, what: "source" });
      const to = addressOf(document, destination, { ignoreMissing, what: "destination" });
      if (from === undefined || to === undefined) return;
      document.set(target, direction(isInNetworks(from, inside), isInNetworks(to, inside)));
    };
  },
};

function direction(fromInside: boolean, toInside: boolean): string {
  if (fromInside) return toInside ? "internal" : "outbound";
  return toInside ? "inbound" : "external";
}

function listOf(document: IngestDocument, field: string, ignoreMissing: boolean): string[] | undefined {
  const value = document.find(field) ?? null;
  if (Array.isArray(value)) return value.map(javaText);
  if (value === null && ignoreMissing) return undefined;
  throw illegalArgument("unable to calculate network direction from document");
}

function addressOf(
  document: IngestDocument,
  field: string,
  { ignoreMissing, what }: { readonly ignoreMissing: boolean; readonly what: string },
): string | undefined {
  const value = document.find(field) ?? null;
  if (value !== null) return javaText(value);
  if (ignoreMissing) return undefined;
  throw illegalArgument(`unable to calculate network direction from document: no ${what} address`);
}
