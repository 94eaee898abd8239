import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainAddress, TrustedProxies } from "./trusted-proxies.ts";

const proxies = new TrustedProxies("10.0.0.0/8, fd00::/8 , 192.0.2.1");
const from = (address: string, forwarded?: string | string[], proto?: string): { address: string; secure: boolean } =>
  proxies.clientOf(
    { address, secure: false },
    { "x-forwarded-for": forwarded, "x-forwarded-proto": proto, "x-real-ip": "6.6.6.6" },
  );

describe("the client", () => {
  test.each([
    ["a stranger, whatever it says", "203.0.113.9", "1.1.1.1", "203.0.113.9"],
    ["the proxy itself, where it says nothing", "10.0.0.1", undefined, "10.0.0.1"],
    ["who the proxy names", "10.0.0.1", "198.51.100.7", "198.51.100.7"],
    [
      "the nearest address that is no proxy, whatever stands before it",
      "10.0.0.1",
      "1.1.1.1, 198.51.100.7, 10.9.9.9",
      "198.51.100.7",
    ],
    ["the first of proxies alone", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["the proxy before something unreadable", "10.0.0.1", "1.1.1.1, unknown, 10.0.0.2", "10.0.0.2"],
    ["named with a port", "10.0.0.1", "198.51.100.7:4711", "198.51.100.7"],
    ["named as IPv6 with a port", "10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"],
    ["behind a proxy of IPv6", "fd00::1", "198.51.100.7", "198.51.100.7"],
    ["IPv4 where it is mapped", "10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"],
    ["no proxy that is mapped", "10.0.0.1", "1.1.1.1, ::ffff:10.0.0.5", "1.1.1.1"],
    ["behind a proxy named alone", "192.0.2.1", "198.51.100.7", "198.51.100.7"],
    ["not behind its neighbour", "192.0.2.2", "198.51.100.7", "192.0.2.2"],
  ])("is %s", (_what, peer, forwarded, expected) => {
    expect(from(peer, forwarded).address).toBe(expected);
    expect(from(peer, forwarded?.split(", ")).address).toBe(expected);
  });

  test("speaks TLS where it does with us, or a trusted proxy says so", () => {
    expect(from("10.0.0.1", undefined, "https").secure).toBe(true);
    expect(from("10.0.0.1", undefined, "http").secure).toBe(false);
    expect(from("203.0.113.9", undefined, "https").secure).toBe(false);
    expect(proxies.clientOf({ address: "203.0.113.9", secure: true }, {}).secure).toBe(true);
  });

  test("is never what an address that is not trusted says", () => {
    const everyone = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 5 });
    fc.assert(
      fc.property(everyone, fc.ipV4(), (before, client) => {
        fc.pre(!proxies.trusts(client));
        expect(from("10.0.0.1", [...before, client, "10.0.0.2"].join(",")).address).toBe(client);
        expect(
          new TrustedProxies().clientOf({ address: client, secure: false }, { "x-forwarded-for": before.join(",") })
            .address,
        ).toBe(client);
      }),
    );
  });
});

test.each(["10.0.0.0/33", "fd00::/129", "example.org", "10.0.0.0/8/8", "10.0.0", "10.0.0.0/x", "10.0.0.0/"])(
  "%s is no network",
  (text) => {
    expect(() => new TrustedProxies(`127.0.0.1,${text}`)).toThrow(RangeError);
  },
);

test.each([
  ["::ffff:127.0.0.1", "127.0.0.1"],
  ["::FFFF:c000:0207", "192.0.2.7"],
  ["fe80::1%eth0", "fe80::1"],
  ["2001:db8::1", "2001:db8::1"],
  [undefined, "255.255.255.255"],
])("the address %s is kept as %s", (address, kept) => {
  expect(plainAddress(address)).toBe(kept);
});
