/** Connects to NATS and examines whether a log may be entrusted to it. */
import { NatsClient, type NatsPlace } from "./nats-client.ts";
import { NatsRefused } from "./nats-refused.ts";

/** Earlier versions lose acknowledged messages, or know conditions that are not kept. */
const OLDEST = [2, 12, 3] as const;
const SAFE_REPLICAS = 3;
/** A chunk, with its head, in an answer of JetStream. */
const SMALLEST_PAYLOAD = 1024 * 1024;

export async function connectNats(place: NatsPlace, name: string): Promise<NatsClient> {
  const { replicas, allowSingle } = place;
  if (replicas < SAFE_REPLICAS && !allowSingle)
    throw new NatsRefused(
      `streams with [${replicas}] replica${replicas === 1 ? "" : "s"} lose what was acknowledged with one machine; ` +
        "[--cluster-allow-single] allows it",
    );
  const client = await NatsClient.connect(place, name);
  try {
    const { version, maximumBytes, hasJetStream } = client.server;
    if (isOlder(version)) throw new NatsRefused(`version [${version}] is older than [${OLDEST.join(".")}]`);
    if (!hasJetStream) throw new NatsRefused("JetStream is not enabled");
    if (maximumBytes < SMALLEST_PAYLOAD)
      throw new NatsRefused(`max_payload is ${maximumBytes}, chunks of the log need ${SMALLEST_PAYLOAD}`);
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

function isOlder(version: string): boolean {
  const parts = version.split(/[.-]/).map(Number);
  for (const [at, oldest] of OLDEST.entries()) {
    const part = parts[at] ?? 0;
    if (part !== oldest) return part < oldest;
  }
  return false;
}
