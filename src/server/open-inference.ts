/** Puts the inference endpoints together, when they are first used. */
import { HttpCalls } from "../inference/http-caller.ts";
import { Inference, type InferenceParts } from "../inference/inference.ts";
import { services } from "../inference/services.ts";
import { testService } from "../inference/test-service.ts";
import { PRODUCT_VERSION } from "./product-version.ts";

export interface InferenceOptions {
  /** Whether there is a service for tests. */
  readonly testing: boolean;
  /** Whether endpoints may be at private, loopback and link-local addresses. */
  readonly allowPrivate: boolean;
}

export function openInference(
  parts: Pick<InferenceParts, "cluster" | "secrets">,
  { testing, allowPrivate }: InferenceOptions,
): Inference {
  return new Inference({
    ...parts,
    services: testing ? [...services, testService] : services,
    http: new HttpCalls(`Wardex/${PRODUCT_VERSION}`, { allowPrivate }),
    now: () => performance.now(),
  });
}
