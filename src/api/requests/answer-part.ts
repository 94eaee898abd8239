/** Answers, as a node, its part of an operation that another node was asked for. */
import { RequestError } from "../../compat/errors.ts";
import { systemClock } from "../../core/clock.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { Operation, OperationRequest, OperationResponse, Services } from "../operation.ts";
import { unsecuredPrincipal } from "../../security/superuser.ts";
import { type PartRequest, partOf } from "./each-node.ts";

/** Whoever asks has looked whether the caller may. `onGone` calls back when it waits no longer. */
export function answerPart(
  operations: readonly Operation[],
  services: Services,
  { operation: name, parameters, human, body }: PartRequest,
  onGone: (listener: () => void) => void,
): Promise<OperationResponse> {
  const operation = operations.find((each) => each.name === name && each.eachNode !== undefined);
  if (!operation) throw new RequestError(400, "illegal_argument_exception", `no node answers [${name}] for itself`);
  const start = {
    type: "transport",
    action: `${operation.actions[0] ?? name}[n]`,
    description: "",
    headers: {},
    cancellable: false,
  };
  return services.tasks.run(start, async (task) => {
    const bytes = Buffer.from(body);
    const request: OperationRequest = {
      head: { method: "GET", url: "/", headers: {} },
      method: "GET",
      parameters,
      principal: unsecuredPrincipal,
      render: { filterPath: undefined, pretty: false, human, format: "json" },
      contentType: bytes.length > 0 ? "json" : undefined,
      hasBody: bytes.length > 0,
      body: () => bytes,
      json: () => Promise.resolve(bytes.length > 0 ? parseJson(bytes.toString("utf8")) : undefined),
      chunks: async function* () {
        yield bytes;
      },
      contentLength: bytes.length,
      compatibleWith: undefined,
      onGone,
      startedMs: systemClock.monotonicMs(),
      clientAddress: "127.0.0.1",
      opaqueId: undefined,
      warn: () => undefined,
      task,
    };
    return operation.handle(request, partOf(services));
  });
}
