/** Links by TLS: whom they trust, by the certificates that are given and the name that is to be theirs. */
import { createServer, type Server } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../src/core/clock.ts";
import { selfSigned } from "../src/identity/certificates/self-signed.ts";
import { HttpLink, type LinkTls } from "../src/remote/http-link.ts";
import { LINK_MEDIA } from "../src/remote/link-protocol.ts";
import { namesOf } from "../src/server/certificate-files.ts";

let server: Server;
let port = 0;
let authority = "";
let other = "";

beforeAll(async () => {
  const named = (name: string): ReturnType<typeof selfSigned> =>
    selfSigned({
      commonName: name,
      alternativeNames: namesOf(name),
      validityDays: 10,
      nowMs: systemClock.now(),
      forServers: true,
    });
  const [own, another] = await Promise.all([named("there.example"), named("elsewhere.example")]);
  authority = own.certificate;
  other = another.certificate;
  server = createServer({ cert: own.certificate, key: own.privateKey }, (request, response) => {
    request.resume().on("end", () => response.setHeader("content-type", LINK_MEDIA).end("answered"));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => void server.close());

async function ask(tls: LinkTls, serverName: string): Promise<unknown> {
  const link = new HttpLink({
    address: `127.0.0.1:${port}`,
    tls,
    serverName,
    credentials: "c2VjcmV0OmtleQ==",
    idleSockets: 1,
    connectTimeoutMs: 5000,
    compress: false,
    onSilence: () => undefined,
  });
  try {
    const { body } = await link.ask({ action: "a", body: new Uint8Array(0), signal: undefined });
    return Buffer.from(body).toString();
  } catch (error) {
    expect(String(error)).not.toContain("c2VjcmV0OmtleQ==");
    return (error as { cause?: { type: string } }).cause?.type;
  } finally {
    link.close();
  }
}

const NAME = "there.example";
const REFUSED = "s_s_l_handshake_exception";

test.each<[string, LinkTls["verification"], "own" | "other" | undefined, string, string]>([
  ["the authority and the name that are given", "full", "own", NAME, "answered"],
  ["another name", "full", "own", "elsewhere.example", REFUSED],
  ["another name, which is not looked at", "certificate", "own", "elsewhere.example", "answered"],
  ["another authority", "certificate", "other", NAME, REFUSED],
  ["the authorities that Node.js knows", "full", undefined, NAME, REFUSED],
  ["nobody, and nothing is looked at", "none", undefined, "elsewhere.example", "answered"],
])("a link that trusts %s", async (_whom, verification, trusted, serverName, outcome) => {
  const authorities = trusted === undefined ? undefined : trusted === "own" ? authority : other;
  expect(await ask({ verification, authorities }, serverName)).toBe(outcome);
});
