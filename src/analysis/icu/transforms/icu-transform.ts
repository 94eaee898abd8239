/** Transforms of ICU by their ids: `Any-Latin; Latin-ASCII`, `NFD; [:Nonspacing Mark:] Remove; NFC`. */
import { illegalArgument } from "../../../compat/errors.ts";
import type { Normalize } from "../icu-normalization.ts";
import { allowLooks } from "./effort.ts";
import { TransformRegistry } from "./registry.ts";
import { RuleStep } from "./rule-step.ts";
import { runTransform, type Transform } from "./transform.ts";
import { TransformText } from "./transform-text.ts";

/** Maximum length of an id. */
const MAX_ID_LENGTH = 10_000;

/** One per thread: it caches transforms. */
const registry = new TransformRegistry();

/**
 * The transform with an id, forward or in reverse, as used by Lucene's ICUTransformFilter. Throws 400 with ICU's error
 * for invalid ids and, with what to install, when it needs ICU's data and they are missing.
 */
export function icuTransform(id: string, isReverse: boolean): Normalize {
  if (id.length > MAX_ID_LENGTH)
    throw illegalArgument(`The length of the transform id [${id.length}] is over the limit of [${MAX_ID_LENGTH}]`);
  const transform = withSourceFilter(registry.transform(id, isReverse));
  const text = new TransformText();
  return (original) => {
    text.setText(original);
    allowLooks(original.length);
    try {
      runTransform(transform, text);
      return text.toString();
    } finally {
      text.release();
    }
  };
}

/** All public ids. */
export function icuTransformIds(): readonly string[] {
  return registry.ids();
}

/**
 * Rule-based transforms are applied only to characters that they may change: an optimization of Lucene's filter that
 * also changes a few results.
 */
function withSourceFilter({ step, filter }: Transform): Transform {
  if (filter || !(step instanceof RuleStep)) return { step, filter };
  const source = step.sourceCharacters();
  return { step, filter: source.isEmpty ? undefined : source };
}
