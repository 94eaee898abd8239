/** Completions by the chat interface that OpenAI made, and many speak. */
import { isJsonObject, type Json } from "../core/json.ts";
import { unexpected } from "./embeddings.ts";
import type { Asked, InferenceResult } from "./endpoint.ts";
import type { HttpCall, HttpCaller } from "./http-caller.ts";
import type { OpenEndpoint } from "./service.ts";

/** All texts are messages of the user. */
export async function chatCompletion(
  { id, settings }: OpenEndpoint,
  { input, taskSettings }: Asked,
  { url, headers, http }: Pick<HttpCall, "url" | "headers"> & { readonly http: HttpCaller },
): Promise<InferenceResult> {
  const { user } = taskSettings;
  const { model_id: model } = settings;
  const answer = await http({
    id,
    url,
    headers,
    body: {
      messages: input.map((content) => ({ content, role: "user" })),
      ...(typeof model === "string" ? { model } : {}),
      n: 1,
      stream: false,
      ...(user === undefined ? {} : { user }),
    },
  });
  const choices = isJsonObject(answer) ? answer["choices"] : undefined;
  if (!Array.isArray(choices)) throw unexpected(id, "choices");
  return { completion: choices.map((choice) => ({ result: contentOf(id, choice) })) };
}

function contentOf(id: string, choice: Json): string {
  const message = isJsonObject(choice) ? choice["message"] : undefined;
  const content = isJsonObject(message ?? null) ? (message as { content?: Json }).content : undefined;
  if (typeof content !== "string") throw unexpected(id, "message.content");
  return content;
}
