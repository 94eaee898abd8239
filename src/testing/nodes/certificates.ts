/** Certificates of clusters for tests: an authority, and nodes that it signed. */
import { systemClock } from "../../core/clock.ts";
import { authority, type MadeCertificate, signedBy } from "../../identity/certificates/self-signed.ts";
import type { NodeCertificates } from "../../nodes/port/node-port.ts";

/** An authority that signs nodes by name. */
export class TestAuthority {
  readonly #made: MadeCertificate;

  private constructor(made: MadeCertificate) {
    this.#made = made;
  }

  static async make(): Promise<TestAuthority> {
    return new TestAuthority(await authority({ ...order("cluster") }));
  }

  async node(name: string): Promise<NodeCertificates> {
    const { certificate, privateKey } = await signedBy(this.#made, order(name));
    return { certificate, key: privateKey, authority: this.#made.certificate };
  }
}

function order(commonName: string) {
  return { commonName, alternativeNames: [], validityDays: 2, nowMs: systemClock.now() };
}
