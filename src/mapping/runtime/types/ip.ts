import type { Json } from "../../../core/json.ts";
import { parseIpAddress } from "../../../compat/ip-address.ts";
import { ip as ipField } from "../../field-types/ip.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

/** IPv4 and IPv6 addresses. */
export const ip: RuntimeType = searchedType({
  fieldType: ipField,
  summary: "IPv4 and IPv6 addresses.",
  queries: { className: "Ip", exact: "value" },
  fromSource: (source) => valuesFromSource(source, addressOf),
  program: (script, scripts) => scripts.program(script, "ip_field"),
  fromScript: parseIpAddress,
  fromComposite: addressOf,
});

function addressOf(value: Json): Uint8Array | undefined {
  return typeof value === "string" ? parseIpAddress(value) : undefined;
}
