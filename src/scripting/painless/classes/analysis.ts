/** What scripts of similarities, token filters and intervals call. */
import type { IntervalValue, StatisticsValue, TokenValue } from "../runtime/analysis-values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";

const NUMBERS = "boost docCount sumDocFreq sumTotalTermFreq docFreq totalTermFreq freq length".split(" ");
const DOUBLES = new Set(["boost", "freq"]);

const statistics: ClassDefinition = {
  name: "org.elasticsearch.index.similarity.ScriptedSimilarity.Statistics",
  members: Object.fromEntries(
    NUMBERS.map((name): [string, Implementation] => [
      `${DOUBLES.has(name) ? "double" : "long"} get${name[0]!.toUpperCase()}${name.slice(1)}()`,
      (self: StatisticsValue) => self.number(name),
    ]),
  ),
};

const token: ClassDefinition = {
  name: "org.elasticsearch.analysis.common.AnalysisPredicateScript.Token",
  members: {
    "CharSequence getTerm()": (self: TokenValue) => self.token.term,
    "int getPosition()": (self: TokenValue) => self.token.position,
    "int getPositionIncrement()": (self: TokenValue) => self.token.positionIncrement,
    "int getPositionLength()": (self: TokenValue) => self.token.positionLength,
    "int getStartOffset()": (self: TokenValue) => self.token.startOffset,
    "int getEndOffset()": (self: TokenValue) => self.token.endOffset,
    "String getType()": (self: TokenValue) => self.token.type,
    "boolean isKeyword()": (self: TokenValue) => self.token.keyword,
  },
};

const interval: ClassDefinition = {
  name: "org.elasticsearch.index.query.IntervalFilterScript.Interval",
  members: {
    "int getStart()": (self: IntervalValue) => self.interval.start,
    "int getEnd()": (self: IntervalValue) => self.interval.end,
    "int getGaps()": (self: IntervalValue) => self.interval.gaps,
  },
};

export const analysisClasses: readonly ClassDefinition[] = [statistics, token, interval];
