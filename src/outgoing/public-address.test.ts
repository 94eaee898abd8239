import * as fc from "fast-check";
import { BlockList } from "node:net";
import { describe, expect, test } from "vitest";
import { DENIED_IPV4, DENIED_IPV6, isPublicAddress } from "./public-address.ts";

const denied = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "100.100.100.200", // metadata of Alibaba's machines
  "169.254.169.254", // and of most others
  "168.63.129.16", // Azure's host
  "192.0.0.192", // Oracle's older metadata
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1",
  "fe80::1%eth0",
  "fc00::1",
  "fd00:ec2::254", // Amazon's metadata
  "fd20:ce::254", // Google's
  "ff02::1",
  "fec0::1",
  "100::1",
  "2001:db8::1",
  "2001::1", // Teredo
  "2002:7f00:1::", // 6to4 of 127.0.0.1
  "64:ff9b:1::1.2.3.4",
  "::127.0.0.1",
  "localhost",
  "",
  "1.2.3",
];

describe("addresses", () => {
  test.each(denied)("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "169.255.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "64:ff9b::8.8.8.8",
    "::ffff:8.8.8.8",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("of IPv4 are judged as Node's own list of ranges judges them, in all their IPv6 forms", () => {
    const blocked = new BlockList();
    for (const text of DENIED_IPV4) {
      const [address = "", bits = ""] = text.split("/");
      blocked.addSubnet(address, Number(bits), "ipv4");
    }
    // Half of the addresses are at the edges of the ranges, where mistakes are.
    const edges = DENIED_IPV4.flatMap((text) => {
      const [address = "", bits = ""] = text.split("/");
      const first = numberOf(address);
      return [first, first - 1, first + 2 ** (32 - Number(bits)), first + 2 ** (32 - Number(bits)) - 1].map(
        (number) => number >>> 0,
      );
    });
    const ipv4 = fc.oneof(fc.nat(0xffffffff), fc.constantFrom(...edges)).map(textOf);
    fc.assert(
      fc.property(ipv4, fc.constantFrom("", "::ffff:", "64:ff9b::"), (address, prefix) => {
        expect(isPublicAddress(prefix + address)).toBe(!blocked.check(address, "ipv4"));
      }),
      { numRuns: 500 },
    );
  });

  test("of IPv6 are public only within what is given out, and outside the ranges", () => {
    const blocked = new BlockList();
    for (const text of DENIED_IPV6) {
      const [address = "", bits = ""] = text.split("/");
      blocked.addSubnet(address, Number(bits), "ipv6");
    }
    const group = fc.nat(0xffff);
    const head = fc.oneof(
      group,
      fc.constantFrom(0x2000, 0x2001, 0x2002, 0x3fff, 0x4000, 0xfe80, 0xfd00, 0xff02, 0x1fff),
    );
    fc.assert(
      fc.property(head, fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
        const address = [first, ...rest].map((part) => part.toString(16)).join(":");
        const given = first >= 0x2000 && first <= 0x3fff;
        expect(isPublicAddress(address)).toBe(given && !blocked.check(address, "ipv6"));
      }),
      { numRuns: 500 },
    );
  });
});

function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function textOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join(".");
}
