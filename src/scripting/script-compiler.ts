/**
 * Compiles scripts and caches the programs. Each thread has one compiler, shared by everything that holds scripts
 * there.
 */
import { illegalArgument } from "../compat/errors.ts";
import { checkSize, inlineScript } from "./check-script.ts";
import { scriptLanguages } from "./languages.ts";
import type { CompiledScript, ScriptLanguage } from "./script-language.ts";
import type { ScriptContext, ScriptPrograms } from "./script-programs.ts";
import type { InlineScript, Script } from "./script.ts";
import type { StoredScripts } from "./stored-scripts.ts";

/** Maximum number of programs, as Elasticsearch's `script.cache.max_size`. */
const MOST_KEPT = 3000;

/** Returns the program when it must run. Throws RequestError 400 for a source that does not compile. */
export type ScriptSource<Context extends ScriptContext> = () => ScriptPrograms[Context];

/** Makes programs for the scripts in mappings and settings. */
export interface ScriptReader {
  /** Throws RequestError 400 for a script in an unknown language, 404 for a stored one that is not there. */
  program<Context extends ScriptContext>(script: Script, context: Context): ScriptSource<Context>;
}

/** Programs are cached without the parameters of a script, which are bound afterwards. */
export class ScriptCompiler implements ScriptReader {
  readonly #languages: readonly ScriptLanguage[];
  readonly #mostKept: number;
  /** By language, context, source and options; least recently used first. */
  readonly #compiled = new Map<string, CompiledScript<ScriptContext>>();
  #stored: StoredScripts = {};
  /** A reader that compiles each script immediately, for those who must report errors at once. */
  readonly atOnce: ScriptReader = {
    program: (script, context) => {
      const source = this.program(script, context);
      source();
      return source;
    },
  };

  constructor(languages: readonly ScriptLanguage[] = scriptLanguages, mostKept = MOST_KEPT) {
    this.#languages = languages;
    this.#mostKept = mostKept;
  }

  /** These are the stored scripts from here on. */
  follow(stored: StoredScripts): void {
    this.#stored = stored;
  }

  /** The script with its source. Throws RequestError 404 for a stored one that is not there. */
  inline(script: Script): InlineScript {
    return inlineScript(script, this.#stored);
  }

  /** Compiles a script when it first runs: the scripts of a mapping that was validated before cost nothing. */
  program<Context extends ScriptContext>(given: Script, context: Context): ScriptSource<Context> {
    const script = this.inline(given);
    const language = this.#languages.find(({ name }) => name === script.lang);
    if (!language) throw illegalArgument(`script_lang not supported [${script.lang}]`);
    checkSize(script);
    let ready: ScriptPrograms[Context] | undefined;
    return () => (ready ??= this.#compile(language, script, context)(script.params));
  }

  #compile<Context extends ScriptContext>(
    language: ScriptLanguage,
    { lang, source, options }: InlineScript,
    context: Context,
  ): CompiledScript<Context> {
    const key = JSON.stringify([lang, context, source, options]);
    // The key contains the context, so the type holds.
    const known = this.#compiled.get(key) as CompiledScript<Context> | undefined;
    const compiled = known ?? language.compile({ source, options }, context);
    this.#compiled.delete(key);
    this.#compiled.set(key, compiled);
    if (this.#compiled.size > this.#mostKept) {
      for (const oldest of this.#compiled.keys()) {
        this.#compiled.delete(oldest);
        break;
      }
    }
    return compiled;
  }
}
