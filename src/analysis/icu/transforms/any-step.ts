/**
 * Transforms from any script: each run of one script uses the transform from that script, directly or via Latin (ICU's
 * AnyTransliterator).
 */
import { CodePointSet } from "./code-point-set.ts";
import { spendLooks } from "./effort.ts";
import { normalizationStep } from "./normalization-steps.ts";
import { scriptOf } from "./scripts.ts";
import { CompoundStep, runTransform, type Transform, type TransformStep } from "./transform.ts";
import type { TransformText } from "./transform-text.ts";

/** Scripts whose characters are naturally wide. */
const wideScripts: ReadonlySet<string> = new Set(["Bopomofo", "Han", "Hangul", "Hiragana", "Katakana"]);

/** Wide and narrow forms of characters: Decomposition_Type is Wide or Narrow. */
const widthForms = CodePointSet.ranges([
  [0x3000, 0x3000],
  [0xff01, 0xffbe],
  [0xffc2, 0xffc7],
  [0xffca, 0xffcf],
  [0xffd2, 0xffd7],
  [0xffda, 0xffdc],
  [0xffe0, 0xffe6],
  [0xffe8, 0xffee],
]);

const widthFix: Transform = { step: normalizationStep("NFKD"), filter: widthForms };

/** Finds the transform with an id; undefined when there is none. */
export type FindTransform = (id: string) => Transform | undefined;

/** See the file comment. */
export class AnyStep implements TransformStep {
  /** `Latin`, or `Latin/BGN`. */
  readonly #target: string;
  readonly #targetScript: string;
  readonly #find: FindTransform;
  readonly #bySource = new Map<string, Transform | undefined>();
  /** End of the run found last. */
  #runLimit = 0;

  constructor(target: string, targetScript: string, find: FindTransform) {
    this.#target = target;
    this.#targetScript = targetScript;
    this.#find = find;
  }

  apply(text: TransformText): void {
    const allStart = text.start;
    let allLimit = text.limit;
    let runStart = allStart;
    let script = this.#scriptBefore(text, allStart);
    while (runStart < allLimit) {
      script = this.#findRun(text, runStart, allLimit, script);
      let runLimit = this.#runLimit;
      const transform = this.#from(script);
      if (transform) {
        text.start = sharedBefore(text, runStart, allStart);
        text.limit = Math.min(allLimit, runLimit);
        const limit = text.limit;
        runTransform(transform, text);
        runLimit += text.limit - limit;
        allLimit += text.limit - limit;
      }
      runStart = runLimit;
      // The run was ended by a character of another script.
      script = undefined;
    }
    text.limit = allLimit;
  }

  /**
   * The script of the run that precedes an offset; undefined when there is none, or when the character at the offset
   * has a script itself.
   */
  #scriptBefore(text: TransformText, offset: number): string | undefined {
    if (offset === text.limit || scriptOf(text.codePointAt(offset)) !== undefined) return undefined;
    let script: string | undefined;
    let at = offset;
    while (at > text.contextStart && script === undefined) script = scriptOf(text.codePointAt(--at));
    spendLooks(offset - at);
    return script;
  }

  /**
   * Finds the end of the run that starts at an offset and, if unknown, its script; undefined: all of its characters are
   * script-neutral.
   */
  #findRun(text: TransformText, from: number, allLimit: number, known: string | undefined): string | undefined {
    let script = known;
    let end = from;
    // After the end of the transformed part only the script matters.
    for (; end < text.contextLimit && (end < allLimit || script === undefined); end++) {
      const found = scriptOf(text.codePointAt(end));
      if (found === undefined) continue;
      if (script !== undefined && found !== script) break;
      script = found;
    }
    spendLooks(end - from);
    this.#runLimit = end;
    return script;
  }

  /** The transform for a run; undefined leaves the run unchanged. */
  #from(script: string | undefined): Transform | undefined {
    const isWide = wideScripts.has(this.#targetScript);
    if (script === undefined || script === this.#targetScript) return isWide ? undefined : widthFix;
    if (!this.#bySource.has(script)) this.#bySource.set(script, this.#make(script, isWide));
    return this.#bySource.get(script);
  }

  #make(script: string, isWide: boolean): Transform | undefined {
    const found = this.#find(`${script}-${this.#target}`) ?? this.#find(`${script}-Latin;Latin-${this.#target}`);
    if (isWide) return found;
    return found ? { step: new CompoundStep([widthFix, found]), filter: undefined } : widthFix;
  }
}

/** Script-neutral characters before a run belong to it, too. */
function sharedBefore(text: TransformText, runStart: number, allStart: number): number {
  let start = runStart;
  while (start > allStart && scriptOf(text.codePointAt(start - 1)) === undefined) start--;
  return start;
}
