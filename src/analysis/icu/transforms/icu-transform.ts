/** Transforms of ICU by their ids: `Any-Latin; Latin-ASCII`, `NFD; [:Nonspacing Mark:] Remove; NFC`. */
import { illegalArgument } from "../../../compat/errors.ts";
import type { Normalize } from "../icu-normalization.ts";
import { allowLooks } from "./effort.ts";
import { TransformRegistry } from "./registry.ts";
import { RuleStep } from "./rule-step.ts";
import { runTransform, type Transform } from "./transform.ts";
import { TransformText } from "./transform-text.ts";

/** Characters of an id. */
const MAX_ID_LENGTH = 10_000;

/** One for each thread: what it makes is kept. */
const registry = new TransformRegistry();

/**
 * The transform of an id, forward or in reverse, as Lucene's ICUTransformFilter uses it. Throws 400 in ICU's words for
 * ids that are none, and with what to install when it needs ICU's data and they are not there.
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

/** All ids that are for others to use. */
export function icuTransformIds(): readonly string[] {
  return registry.ids();
}

/**
 * Rules alone look only at the characters that they may change: Lucene's filter makes that faster, and by it sees to a
 * few otherwise.
 */
function withSourceFilter({ step, filter }: Transform): Transform {
  if (filter || !(step instanceof RuleStep)) return { step, filter };
  const source = step.sourceCharacters();
  return { step, filter: source.isEmpty ? undefined : source };
}
