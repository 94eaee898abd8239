import { illegalArgument } from "../../compat/errors.ts";
import { parseIpAddress } from "../../compat/ip-address.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import { communityId as idOf } from "../network/community-id.ts";
import type { ProcessorKind } from "../processor.ts";

/** Numbers of protocols by name. */
const PROTOCOLS: NameTable<number> = nameTable({
  icmp: 1,
  igmp: 2,
  tcp: 6,
  udp: 17,
  gre: 47,
  "ipv6-icmp": 58,
  icmpv6: 58,
  eigrp: 88,
  ospf: 89,
  pim: 103,
  sctp: 132,
});
const WITH_PORTS: ReadonlySet<number> = new Set([6, 17, 132]);

/** Which type of an ICMP message answers which; others go one way. */
const ANSWERS: ReadonlyMap<number, ReadonlyMap<number, number>> = new Map([
  [1, pairs([8, 0], [13, 14], [15, 16], [17, 18], [10, 9])],
  [58, pairs([128, 129], [133, 134], [135, 136], [130, 131], [139, 140], [144, 145])],
]);

function pairs(...list: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
  return new Map(list.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
}

const FIELDS = {
  source_ip: "source.ip",
  source_port: "source.port",
  destination_ip: "destination.ip",
  destination_port: "destination.port",
  iana_number: "network.iana_number",
  icmp_type: "icmp.type",
  icmp_code: "icmp.code",
  transport: "network.transport",
} as const;

type FieldName = keyof typeof FIELDS;

/** Makes the identifier of the flow that a document tells of. */
export const communityId: ProcessorKind = {
  name: "community_id",

  create(config) {
    const field = fieldNames(config);
    const target = config.optionalString("target_field") ?? "network.community_id";
    const seed = config.integer("seed") ?? 0;
    if (seed < 0 || seed > 0xffff) throw config.error("seed", "must be a value between 0 and 65535");
    const ignoreMissing = config.boolean("ignore_missing", true);
    return (document) => {
      const text = (name: FieldName): string | undefined => textAt(document, field[name]);
      const [source, destination] = [text("source_ip"), text("destination_ip")];
      const transport = text("iana_number") ?? text("transport");
      if (source === undefined || destination === undefined || transport === undefined) {
        if (ignoreMissing) return;
        throw illegalArgument("unable to construct flow from document");
      }
      const protocol = protocolOf(transport);
      const { ports, oneWay } = portsOf(protocol, text);
      document.set(
        target,
        idOf({ source: addressOf(source), destination: addressOf(destination), protocol, ports, oneWay, seed }),
      );
    };
  },
};

function fieldNames(config: ProcessorConfig): Record<FieldName, string> {
  const names = { ...FIELDS } as Record<FieldName, string>;
  for (const name of Object.keys(FIELDS) as FieldName[]) names[name] = config.optionalString(name) ?? FIELDS[name];
  return names;
}

function textAt(document: IngestDocument, path: string): string | undefined {
  const value = document.find(path) ?? null;
  return value === null ? undefined : javaText(value);
}

function protocolOf(text: string): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : PROTOCOLS[text.toLowerCase()];
  if (number === undefined || number > 255)
    throw illegalArgument(`could not convert string [${text}] to transport protocol`);
  return number;
}

function portsOf(
  protocol: number,
  text: (name: FieldName) => string | undefined,
): { readonly ports: readonly [number, number] | undefined; readonly oneWay: boolean } {
  if (WITH_PORTS.has(protocol)) {
    const ports = [portOf(text("source_port"), "source"), portOf(text("destination_port"), "destination")] as const;
    return { ports, oneWay: false };
  }
  const answers = ANSWERS.get(protocol);
  if (!answers) return { ports: undefined, oneWay: false };
  const type = Number(text("icmp_type") ?? Number.NaN);
  if (Number.isNaN(type)) throw illegalArgument("icmp_type is missing");
  const answer = answers.get(type);
  const code = Number(text("icmp_code") ?? 0);
  return { ports: [type, answer ?? code], oneWay: answer === undefined };
}

function portOf(text: string | undefined, which: string): number {
  const port = Number(text ?? 0);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw illegalArgument(`invalid ${which} port [${text ?? 0}]`);
  return port;
}

/** Four bytes of an address of the older form, sixteen of the newer one. */
function addressOf(text: string): Uint8Array {
  const bytes = parseIpAddress(text);
  return text.includes(":") ? bytes : bytes.subarray(12);
}
