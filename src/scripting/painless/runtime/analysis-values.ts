/** What scripts of similarities, token filters and intervals are given. */
import type { ScriptInterval, ScriptToken } from "../../script-programs.ts";
import { JavaObject } from "./values.ts";

/** Numbers by name: `term.docFreq`. */
export class StatisticsValue extends JavaObject {
  readonly java = "org.elasticsearch.index.similarity.ScriptedSimilarity.Statistics";
  readonly numbers: ReadonlyMap<string, number>;

  constructor(numbers: Readonly<Record<string, number>>) {
    super();
    this.numbers = new Map(Object.entries(numbers));
  }

  number(name: string): number {
    return this.numbers.get(name) ?? Number.NaN;
  }
}

/** A token. */
export class TokenValue extends JavaObject {
  readonly java = "org.elasticsearch.analysis.common.AnalysisPredicateScript.Token";
  readonly token: ScriptToken;

  constructor(token: ScriptToken) {
    super();
    this.token = token;
  }
}

/** An interval: one object for all of them, whose positions move. */
export class IntervalValue extends JavaObject {
  readonly java = "org.elasticsearch.index.query.IntervalFilterScript.Interval";
  interval: ScriptInterval = { start: -1, end: -1, gaps: 0 };
}
