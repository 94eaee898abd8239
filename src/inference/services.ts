/** Every service that answers. */
import type { InferenceService } from "./service.ts";
import { huggingFace } from "./services/hugging-face.ts";
import { openai } from "./services/openai.ts";

export const services: readonly InferenceService[] = [huggingFace, openai];
