/** Networks by their names in pipelines (`loopback`, `private` …) or as ranges of addresses. */
import { ipNetwork } from "../../compat/ip-network.ts";
import { parseIpAddress } from "../../compat/ip-address.ts";
import { type NameTable, nameTable } from "../../core/names.ts";

/** Ranges of each name; `public` and `unicast` are what others are not. */
const NAMES: NameTable<readonly string[]> = nameTable({
  loopback: ["127.0.0.0/8", "::1/128"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  interface_local_multicast: ["ff01::/16"],
  link_local_multicast: ["224.0.0.0/24", "ff02::/16"],
  link_local_unicast: ["169.254.0.0/16", "fe80::/10"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8"],
  unspecified: ["0.0.0.0/32", "::/128"],
});

const BROADCAST = "255.255.255.255/32";
const NOT_PUBLIC = ["private", "loopback", "unspecified", "link_local_unicast", "multicast"];

/** Whether an address is in any of these. Throws RequestError 400 for what is no address and no network. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const bytes = parseIpAddress(address);
  return networks.some((network) => isIn(bytes, network));
}

function isIn(bytes: Uint8Array, network: string): boolean {
  const known = NAMES[network];
  if (known) return known.some((range) => within(bytes, range));
  if (network === "global_unicast" || network === "unicast")
    return (
      !["unspecified", "loopback", "multicast", "link_local_unicast"].some((name) => isIn(bytes, name)) &&
      !within(bytes, BROADCAST)
    );
  if (network === "public") return !NOT_PUBLIC.some((name) => isIn(bytes, name)) && !within(bytes, BROADCAST);
  return within(bytes, network);
}

function within(bytes: Uint8Array, range: string): boolean {
  const network = ipNetwork(range);
  if (!network) {
    parseIpAddress(range);
    return false;
  }
  return Buffer.compare(bytes, network.from) >= 0 && Buffer.compare(bytes, network.to) <= 0;
}
