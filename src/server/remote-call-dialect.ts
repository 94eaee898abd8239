/** The interface at which other clusters call. */
import type { Services } from "../api/operation.ts";
import type { RemoteCall } from "../api/remote-calls/remote-call.ts";
import { denial } from "../security/denial.ts";
import { mayOnCluster } from "../security/authorizer.ts";
import type { RemoteGate } from "../security/remote-gate.ts";
import { systemClock } from "../core/clock.ts";
import type { Dialect } from "../http/dialect.ts";
import { callDialect, type HandledCall } from "../remote/call-dialect.ts";
import type { Log } from "./log.ts";

/** Its calls are loaded with the first that is made. */
export function remoteCallDialect(services: () => Services, gate: RemoteGate, log: Log): Dialect {
  let loaded: Promise<Map<string, { readonly call: RemoteCall; readonly handled: HandledCall }>> | undefined;
  const load = (): NonNullable<typeof loaded> =>
    (loaded ??= import("../api/remote-calls/remote-calls.ts").then(
      ({ remoteCalls }) =>
        new Map(
          remoteCalls.map((call) => [
            call.action,
            {
              call,
              handled: { action: call.action, handle: (body, context) => call.handle(body, context, services()) },
            },
          ]),
        ),
    ));
  return callDialect({
    find: async (action) => (await load()).get(action)?.handled,
    async admit(raw, action) {
      const key = await gate.admit(raw);
      const { call } = (await load()).get(action) ?? {};
      if (call && !call.keyPrivileges.some((privilege) => mayOnCluster(key, privilege)))
        throw denial(key, { name: action, scope: "cluster", privileges: call.keyPrivileges }, []);
      return key;
    },
    actingFor: (key, caller) => gate.actingFor(key, caller),
    refused: (refusal) => gate.refused(refusal),
    now: () => systemClock.monotonicMs(),
    log,
  });
}
