import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { formatIpAddress, parseIpAddress } from "../../compat/ip-address.ts";
import { ipNetwork } from "../../compat/ip-network.ts";
import type { Json } from "../../core/json.ts";
import { valueText } from "../define-field-type.ts";
import type { FieldType } from "../field-type.ts";
import { textOf } from "../keyword-text.ts";
import { ValueError } from "../value-error.ts";
import type { RangeKind } from "../ranges/range-kind.ts";
import { queryBounds, rangeType } from "../ranges/range-type.ts";

/** Addresses of 16 bytes. */
const kind: RangeKind<Uint8Array> = {
  name: "ip_range",
  width: 16,
  min: new Uint8Array(16),
  max: new Uint8Array(16).fill(0xff),
  next: (bound) => counted(bound, 1),
  previous: (bound) => counted(bound, -1),
  write: (bound, into, at) => into.set(bound, at),
  joinedBound: (bound) => bound,
  showsDocValues: true,
  read: (bytes, at) => bytes.slice(at, at + 16),
  reversed: () => "min value cannot be greater than max value for InetAddressRange field",

  reader: () => ({
    ofDocument(value, _roundUp, target) {
      const text = textOf(value, target);
      return text === null ? undefined : told(() => parseIpAddress(text));
    },
    ofText: (value) => (typeof value === "string" ? told(() => network(value)) : undefined),
    ofQuery: (bounds) => queryBounds(kind, bounds, (value) => parseIpAddress(valueText(value))),
    show: (value: Json) => formatIpAddress(parseIpAddress(valueText(value))),
    text: (bound) => JSON.stringify(formatIpAddress(bound)),
    javaText: formatIpAddress,
  }),
};

/** Ranges of IP addresses, also written as networks. */
export const ipRange: FieldType = rangeType(kind, "Ranges of IP addresses, also written as networks.");

function network(text: string): { from: Uint8Array; to: Uint8Array } {
  const bounds = ipNetwork(text);
  if (!bounds) throw illegalArgument(`Expected [ip/prefix] but was [${text}]`);
  return bounds;
}

function told<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RequestError ? new ValueError(error) : error;
  }
}

/** The next or previous address; wraps around at the ends. */
function counted(address: Uint8Array, step: 1 | -1): Uint8Array {
  const result = address.slice();
  for (let at = 15; at >= 0; at--) {
    const byte = result[at]! + step;
    result[at] = byte & 0xff;
    if (byte >= 0 && byte <= 0xff) break;
  }
  return result;
}
