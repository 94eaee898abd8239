import {
  BmpString,
  fromBER,
  IA5String,
  Integer,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Set as Asn1Set,
  TeletexString,
  Utf8String,
} from "asn1js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distinguishedName } from "./distinguished-name.ts";

const CHARACTERS = Array.from(' #,+"\\<>;=\u0000\n\u007f\u0080a0é€😀');

type Value = Utf8String | PrintableString | IA5String | BmpString | TeletexString | OctetString | Integer;

/** A name from the most general part on, as it stands in a certificate, through its bytes. */
function named(...parts: readonly (readonly (readonly [type: string, value: Value | string])[])[]): string {
  const sets = parts.map(
    (part) =>
      new Asn1Set({
        value: part.map(
          ([type, value]) =>
            new Sequence({
              value: [
                new ObjectIdentifier({ value: type }),
                typeof value === "string" ? new Utf8String({ value }) : value,
              ],
            }),
        ),
      }),
  );
  return distinguishedName(fromBER(new Sequence({ value: sets }).toBER()).result);
}

const [CN, O, OU, DC, UID] = [
  "2.5.4.3",
  "2.5.4.10",
  "2.5.4.11",
  "0.9.2342.19200300.100.1.25",
  "0.9.2342.19200300.100.1.1",
];

describe("the name of a subject", () => {
  test("is as in the examples of RFC 4514, section 4", () => {
    const example = [[[DC, "net"]], [[DC, "example"]]] as const;
    expect(named(...example, [[UID, "jsmith"]])).toBe("UID=jsmith,DC=example,DC=net");
    expect(
      named(...example, [
        [OU, "Sales"],
        [CN, "J.  Smith"],
      ]),
    ).toBe("OU=Sales+CN=J.  Smith,DC=example,DC=net");
    expect(named(...example, [[CN, 'James "Jim" Smith, III']])).toBe(
      'CN=James \\"Jim\\" Smith\\, III,DC=example,DC=net',
    );
    expect(named(...example, [[CN, "Before\rAfter"]])).toBe("CN=Before\\0dAfter,DC=example,DC=net");
    expect(named([["1.3.6.1.4.1.1466.0", new OctetString({ valueHex: Uint8Array.of(0x48, 0x69).buffer })]])).toBe(
      "1.3.6.1.4.1.1466.0=#04024869",
    );
    expect(named([[CN, "Lučić"]])).toBe("CN=Lučić");
  });

  test("shows texts of every type alike, and what is no text as its bytes", () => {
    expect(named([[O, new PrintableString({ value: "Example" })]])).toBe("O=Example");
    expect(named([[O, new IA5String({ value: "Example" })]])).toBe("O=Example");
    expect(named([[O, new BmpString({ value: "Größe" })]])).toBe("O=Größe");
    expect(named([[O, new TeletexString({ value: "Example" })]])).toBe("O=Example");
    expect(named([[O, new Integer({ value: 5 })]])).toBe("O=#020105");
    expect(named()).toBe("");
  });

  test("can be read back, whatever the values hold", () => {
    const value = fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 12 });
    const part = fc.array(fc.tuple(fc.constantFrom("CN", "O", "OU"), value), { minLength: 1, maxLength: 3 });
    const types: Readonly<Record<string, string>> = { CN, O, OU };
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const text = named(...parts.map((pairs) => pairs.map(([type, of]) => [types[type] ?? "", of] as const)));
        expect(parsed(text)).toEqual(parts.toReversed());
        expect(text).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

/** Reads a name by the grammar of RFC 4514, section 3, character by character. */
function parsed(text: string): [string, string][][] {
  const bytes = Buffer.from(text);
  const parts: [string, string][][] = [[]];
  let type: number[] | undefined = [];
  let value: number[] = [];
  const end = (): void => void parts.at(-1)?.push([Buffer.from(type ?? []).toString(), Buffer.from(value).toString()]);
  let name: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const character = String.fromCharCode(byte);
    if (type === undefined || type.length === 0) {
      if (character === "=") [type, name] = [name, []];
      else name.push(byte);
    } else if (character === "\\") {
      const pair = bytes.subarray(at + 1, at + 3).toString("latin1");
      if (/^[\da-f]{2}$/i.test(pair)) {
        value.push(Number.parseInt(pair, 16));
        at += 2;
      } else value.push(bytes[++at] ?? 0);
    } else if (character === "+" || character === ",") {
      end();
      if (character === ",") parts.push([]);
      [type, value] = [undefined, []];
    } else value.push(byte);
  }
  end();
  return parts;
}
