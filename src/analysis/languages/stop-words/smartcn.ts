/**
 * What the analyzer of Chinese drops: signs. The list of Lucene (Apache-2.0), in which the ideographic space stands
 * too.
 */
export const chineseStopWords: readonly string[] = Array.from(
  ",.`-_=?'|\"(){}[]<>*#&^$@!~:;+/\\《》—－，。、：；！·？“”）（【】［］●\u3000",
);
