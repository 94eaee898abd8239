/** `openai`: embeddings and completions of OpenAI, and of whatever speaks as it does at another address. */
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { chatCompletion } from "../chat-completion.ts";
import { embeddingsOf, unexpected } from "../embeddings.ts";
import type { Asked, InferenceResult } from "../endpoint.ts";
import type { HttpCaller } from "../http-caller.ts";
import type { InferenceService, OpenEndpoint } from "../service.ts";
import { SIMILARITIES } from "../similarities.ts";

const EMBEDDINGS = "https://api.openai.com/v1/embeddings";
const COMPLETIONS = "https://api.openai.com/v1/chat/completions";
const EMBEDDING_REQUESTS = 3000;
const COMPLETION_REQUESTS = 500;

export const openai: InferenceService = {
  name: "openai",
  tasks: ["text_embedding", "completion"],
  mostInputs: 2048,

  read(task, settings) {
    const key = settings.text("api_key", true) ?? "";
    const shown: Record<string, Json> = { model_id: settings.text("model_id", true) ?? "" };
    const url = settings.url("url");
    if (url !== undefined) shown.url = url;
    const organization = settings.text("organization_id");
    if (organization !== undefined) shown.organization_id = organization;
    if (task === "text_embedding") {
      shown.similarity = settings.oneOf("similarity", SIMILARITIES) ?? "dot_product";
      const dimensions = settings.positiveInteger("dimensions");
      if (dimensions !== undefined) {
        shown.dimensions = dimensions;
        shown.dimensions_set_by_user = true;
      }
    }
    const most = settings.positiveInteger("max_input_tokens");
    if (most !== undefined) shown.max_input_tokens = most;
    shown.rate_limit = settings.rateLimit(task === "text_embedding" ? EMBEDDING_REQUESTS : COMPLETION_REQUESTS);
    return { shown, secrets: { api_key: key } };
  },

  readTask(_task, settings): JsonObject {
    const user = settings.text("user");
    return user === undefined ? {} : { user };
  },

  infer: (endpoint, asked, http) =>
    endpoint.taskType === "completion"
      ? chatCompletion(endpoint, asked, { url: urlOf(endpoint, COMPLETIONS), headers: headersOf(endpoint), http })
      : embed(endpoint, asked, http),
};

async function embed(endpoint: OpenEndpoint, asked: Asked, http: HttpCaller): Promise<InferenceResult> {
  const { id, settings } = endpoint;
  const { user } = asked.taskSettings;
  const answer = await http({
    id,
    url: urlOf(endpoint, EMBEDDINGS),
    headers: headersOf(endpoint),
    body: {
      input: [...asked.input],
      model: settings["model_id"] ?? null,
      ...(user === undefined ? {} : { user }),
      ...(settings["dimensions_set_by_user"] === true ? { dimensions: settings["dimensions"] ?? null } : {}),
    },
  });
  const data = isJsonObject(answer) ? answer["data"] : undefined;
  if (!Array.isArray(data)) throw unexpected(id, "data");
  return embeddingsOf(
    id,
    data.map((one) => (isJsonObject(one) ? (one["embedding"] ?? null) : null)),
    asked.input.length,
  );
}

function urlOf({ settings }: OpenEndpoint, fallback: string): string {
  const { url } = settings;
  return typeof url === "string" ? url : fallback;
}

function headersOf({ settings, secrets }: OpenEndpoint): Record<string, string> {
  const { organization_id: organization } = settings;
  return {
    Authorization: `Bearer ${valueText(secrets["api_key"] ?? "")}`,
    ...(typeof organization === "string" ? { "OpenAI-Organization": organization } : {}),
  };
}
