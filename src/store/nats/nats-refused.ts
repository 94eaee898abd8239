/** NATS is not such that a node may trust it with its log: the start ends with this text. */
export class NatsRefused extends Error {
  constructor(why: string) {
    super(`NATS: ${why}`);
    this.name = "NatsRefused";
  }
}
