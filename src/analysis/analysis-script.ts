/** Scripts that select tokens, for the filters that use one (Elasticsearch's AnalysisPredicateScript). */
import { illegalArgument } from "../compat/errors.ts";
import type { ScriptSource } from "../scripting/script-compiler.ts";
import { scriptOfSettings } from "../scripting/parse-script.ts";
import type { ScriptToken } from "../scripting/script-programs.ts";
import type { Token } from "./analyzer.ts";
import type { ComponentParameters } from "./component-parameters.ts";
import type { TokenList } from "./token-list.ts";

const PREFIX = "script.";

/** The script in a filter's settings. Throws RequestError 400 for an invalid one. */
export function analysisScript({ name, settings, surroundings }: ComponentParameters): ScriptSource<"analysis"> {
  const own = Object.entries(settings).flatMap(([key, value]) =>
    key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), value] as const] : [],
  );
  const script = scriptOfSettings(own);
  if (script.kind === "stored") throw illegalArgument(`Cannot use stored scripts in tokenfilter [${name}]`);
  return surroundings.scripts.program(script, "analysis");
}

/** Whether the script selects each of the tokens. Throws RequestError 400 when it cannot run, or fails. */
export function pickedTokens({ tokens }: TokenList, script: ScriptSource<"analysis">): boolean[] {
  if (tokens.length === 0) return [];
  const program = script();
  let before = -1;
  return tokens.map((token) => {
    const increment = token.position - before;
    before = token.position;
    return program.picks(shown(token, increment));
  });
}

function shown(token: Token, positionIncrement: number): ScriptToken {
  const { text, position, positionLength, startOffset, endOffset, type, keyword = false } = token;
  return { term: text, position, positionIncrement, positionLength, startOffset, endOffset, type, keyword };
}
