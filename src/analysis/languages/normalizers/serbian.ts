import { unitMap } from "../ending-rules.ts";

/**
 * Serbian in Cyrillic and Latin letters as plain Latin ones, "bald" without marks: Lucene's SerbianNormalizationFilter.
 */
export const normalizeSerbian = unitMap(
  "а>a б>b в>v г>g д>d ђđ>dj е>e жзž>z и>i ј>j к>k л>l љ>lj м>m н>n њ>nj о>o п>p р>r с>s т>t ћцчčć>c у>u ф>f х>h џ>dz шš>s",
);
