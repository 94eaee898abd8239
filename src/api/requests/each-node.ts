/**
 * Operations that each node answers for itself: all nodes that are meant are asked at once, and what they answer is put
 * together. A node that does not answer in time is told of as a failure, and holds nobody up.
 */
import { errorBody, RequestError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { CatTable } from "../../http/cat-table.ts";
import { listParameter } from "../../http/parameters.ts";
import type { Operation, OperationRequest, OperationResponse, Services } from "../operation.ts";
import { takesNode } from "../stats/node-header.ts";
import { type ShownNode, shownNode, shownNodes } from "../stats/shown-nodes.ts";

type Parameters = Readonly<Record<string, string>>;

/** What an operation says that each node answers for itself. */
export interface EachNode {
  /** The parameter with filters of nodes, as it is in a request; undefined: none is. */
  filter(parameters: Parameters): string | undefined;
  merge(parts: readonly NodePart[], failures: readonly JsonObject[]): OperationResponse;
}

/** What one node answered. */
export interface NodePart {
  readonly node: ShownNode;
  readonly response: OperationResponse;
}

/** A request as another node is asked it. Plain data. */
export interface PartRequest {
  readonly operation: string;
  readonly parameters: Parameters;
  readonly human: boolean;
  readonly body: Uint8Array;
}

/** So long a node may take where the request does not say, and beside what it is to wait itself. */
const PART_MS = 30_000;
const BESIDE_MS = 5_000;

/** The same operation, which answers for all nodes that are meant. */
export async function onEachNode(
  operation: Operation,
  each: EachNode,
  { request, services }: { readonly request: OperationRequest; readonly services: Services },
): Promise<OperationResponse> {
  const name = each.filter(request.parameters);
  const filters = name === undefined ? undefined : listParameter(request.parameters, name);
  const { [name ?? ""]: _asked, ...parameters } = request.parameters;
  const failures: JsonObject[] = [];
  const asked = shownNodes(services).filter((node) => takesNode(filters, node));
  const parts = await Promise.all(
    asked.map(async (node): Promise<NodePart[]> => {
      try {
        return [{ node, response: await askNode(operation, node, { request, services, parameters }) }];
      } catch (error) {
        // What is wrong with the request every node says.
        if (error instanceof RequestError && error.status < 500) throw error;
        failures.push(nodeFailure(node.id, error));
        return [];
      }
    }),
  );
  const found = parts.flat();
  if (found.length === 0) {
    // Whoever is asked for nobody says so as it says so of itself.
    const nobody = { ...request, parameters: { ...parameters, [name ?? "node_id"]: "_nobody" } };
    const response = await operation.handle(nobody, partOf(services));
    return each.merge([{ node: shownNodes(services)[0]!, response }], failures);
  }
  return each.merge(found, failures);
}

/** The node of an id, if it is another one of the cluster. */
export function nodeElsewhere(services: Services, id: string): ShownNode | undefined {
  const node = services.others && shownNode(services, id);
  return node?.isHere === false ? node : undefined;
}

/** What one node answers. */
export async function askNode(
  operation: Pick<Operation, "name" | "handle">,
  node: ShownNode,
  asked: { readonly request: OperationRequest; readonly services: Services; readonly parameters: Parameters },
): Promise<OperationResponse> {
  const { request, services, parameters } = asked;
  if (node.isHere) return operation.handle({ ...request, parameters }, partOf(services));
  const { others } = services;
  if (!others) throw new RequestError(503, "node_not_connected_exception", `[${node.name}] Node not connected`);
  const body = request.hasBody ? await request.body() : new Uint8Array();
  const part: PartRequest = { operation: operation.name, parameters, human: request.render.human, body };
  return others.ask(node.id, part, patienceOf(parameters));
}

function patienceOf({ timeout, wait_for_completion: waits }: Parameters): number {
  if (timeout === undefined) return PART_MS + BESIDE_MS;
  return parseTimeMs(timeout, "timeout") + (waits === undefined ? 0 : BESIDE_MS);
}

/** Services that tell of this node alone. */
export function partOf(services: Services): Services {
  const { others, documents } = services;
  if (!others) return services;
  return { ...services, others: undefined, documents: { ...documents, stats: (uuids) => others.localStats(uuids) } };
}

/** As Elasticsearch tells of a node that did not answer. */
function nodeFailure(id: string, error: unknown): JsonObject {
  const cause = error instanceof RequestError ? error : new RequestError(500, "exception", String(error));
  const failure = new RequestError(500, "failed_node_exception", `Failed node [${id}]`, {
    details: { node_id: id },
    cause,
  });
  return errorBody(failure) as JsonObject;
}

/** Answers of the form `{_nodes, cluster_name, nodes}`. */
export const nodesTogether: EachNode = {
  filter: ({ node_id: filter }) => (filter === undefined ? undefined : "node_id"),
  merge(parts, failures) {
    const bodies = parts.map(({ response }) => bodyOf(response));
    const nodes = joined(bodies, "nodes");
    const successful = Object.keys(nodes).length;
    const counts = { total: successful + failures.length, successful, failed: failures.length };
    const _nodes = failures.length > 0 ? { ...counts, failures } : counts;
    return { status: 200, body: { ...bodies[0], _nodes, nodes } };
  },
};

/** Lists of tasks, however they are grouped. */
export const tasksTogether: EachNode = {
  filter: ({ nodes, node_id: filter }) =>
    nodes === undefined ? (filter === undefined ? undefined : "node_id") : "nodes",
  merge(parts, failures) {
    const bodies = parts.map(({ response }) => bodyOf(response));
    const failed = failures.length > 0 ? { node_failures: failures } : {};
    if (bodies.some(({ nodes }) => nodes !== undefined))
      return { status: 200, body: { ...failed, nodes: joined(bodies, "nodes") } };
    const lists = bodies.map(({ tasks }) => tasks);
    const tasks = lists.every(Array.isArray) ? lists.flat() : joined(bodies, "tasks");
    return { status: 200, body: { ...failed, tasks } };
  },
};

/** Rows of tables, one node after the other. */
export const rowsTogether: EachNode = {
  filter: ({ nodes, node_id: filter }) =>
    nodes === undefined ? (filter === undefined ? undefined : "node_id") : "nodes",
  merge(parts) {
    const tables = parts.map(({ response }) => tableOf(response));
    return { status: 200, table: { columns: tables[0]?.columns ?? [], rows: tables.flatMap(({ rows }) => rows) } };
  },
};

/** Texts, one node after the other. */
export const textsTogether: EachNode = {
  filter: (parameters) => nodesTogether.filter(parameters),
  merge: (parts) => ({
    status: 200,
    text: parts.map(({ response }) => ("text" in response ? response.text : "")).join(""),
  }),
};

function bodyOf(response: OperationResponse): JsonObject {
  return "body" in response && isJsonObject(response.body) ? response.body : {};
}

function tableOf(response: OperationResponse): CatTable {
  return "table" in response ? response.table : { columns: [], rows: [] };
}

function joined(bodies: readonly JsonObject[], member: string): JsonObject {
  return Object.fromEntries(
    bodies.flatMap((body) => {
      const value = ownOf(body, member);
      return isJsonObject(value) ? Object.entries(value) : [];
    }),
  );
}
