/** Completion that is loaded with the editor: what stands here is only the promise of it. */
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Words } from "./complete-json.ts";

export function completion(words: () => Words): (context: CompletionContext) => Promise<CompletionResult | null> {
  return async (context) => {
    const { completeJson } = await import("./complete-json.ts");
    return completeJson(words)(context);
  };
}
