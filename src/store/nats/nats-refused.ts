import { ClusterRefused } from "../cluster-refused.ts";

/** NATS is not such that a node may trust it with its log. */
export class NatsRefused extends ClusterRefused {
  constructor(why: string) {
    super(`NATS: ${why}`);
  }
}
