/** Asks this cluster and others for their parts of one request, all at once. */
import { type PortableError, RequestError, toPortableError } from "../../compat/errors.ts";
import type { SplitExpression } from "../../cluster/remote-expressions.ts";
import type { Members } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import type { RemoteCluster } from "../../remote/remote-cluster.ts";
import type { OperationRequest, Services } from "../operation.ts";

/** What became of the part of a cluster. */
export interface ClusterPart<Answer> {
  /** Undefined: this cluster. */
  readonly alias: string | undefined;
  /** What was asked of it, without its name. */
  readonly expression: string;
  readonly outcome: Answer | { readonly error: PortableError };
}

/** What clusters are asked. */
export interface ClusterQuestion<Answer> {
  /** The call of others, which hear the expression and how they are called here beside the body. */
  readonly action: string;
  readonly body: Members | ((alias: string) => Members);
  readonly here: (expression: string) => Promise<Answer>;
  /** Reads what another cluster answered. Throws for what is no answer. */
  readonly read: (answer: PlainData, alias: string) => Answer;
  /** Whether a cluster that fails is left out; else its failure is that of the request. */
  readonly skips: (cluster: RemoteCluster) => boolean;
}

/** The parts, that of this cluster first. */
export async function askClusters<Answer>(
  request: Pick<OperationRequest, "principal" | "task" | "onGone">,
  services: Services,
  { local, remote }: SplitExpression,
  question: ClusterQuestion<Answer>,
): Promise<ClusterPart<Answer>[]> {
  const ends = new AbortController();
  const { task, principal: caller } = request;
  if (task.cancellable) task.onCancel(() => ends.abort(cancelled()));
  else request.onGone(() => ends.abort(cancelled()));
  const { signal } = ends;
  const remotes = await services.remotes();
  const there = async (alias: string, expression: string): Promise<ClusterPart<Answer>> => {
    const cluster = remotes.get(alias);
    try {
      const own = typeof question.body === "function" ? question.body(alias) : question.body;
      const body = { ...own, cluster: alias, expression };
      const answer = await cluster.call(question.action, body, { signal, caller });
      return { alias, expression, outcome: question.read(answer, alias) };
    } catch (error) {
      if (!(error instanceof RequestError) || !question.skips(cluster) || signal.aborted) throw error;
      const shown = cluster.settings.skipUnavailable ? unreachable(error, alias) : error;
      return { alias, expression, outcome: { error: toPortableError(shown) } };
    }
  };
  const here = async (expression: string): Promise<ClusterPart<Answer>> => ({
    alias: undefined,
    expression,
    outcome: await question.here(expression),
  });
  try {
    return await Promise.all([
      ...(local === undefined ? [] : [here(local)]),
      ...[...remote].map(([alias, expression]) => there(alias, expression)),
    ]);
  } finally {
    // One that failed ends what the others still do.
    ends.abort(cancelled());
  }
}

function unreachable(error: RequestError, alias: string): RequestError {
  return error.type === "connect_transport_exception"
    ? new RequestError(error.status, error.type, `Unable to connect to [${alias}]`)
    : error;
}

function cancelled(): RequestError {
  return new RequestError(400, "task_cancelled_exception", "task cancelled [by user request]");
}
