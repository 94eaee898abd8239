/** Parts of speech that the analyzer drops: the list of Lucene (Apache-2.0). */
export const japaneseStopTags = `
接続詞 助詞 助詞-格助詞 助詞-格助詞-一般 助詞-格助詞-引用 助詞-格助詞-連語 助詞-接続助詞 助詞-係助詞 助詞-副助詞 助詞-間投助詞 助詞-並立助詞 助詞-終助詞 助詞-副助詞／並立助詞／終助詞 助詞-連体化 助詞-副詞化 助詞-特殊 助動詞 記号 記号-一般
記号-読点 記号-句点 記号-空白 記号-括弧開 記号-括弧閉 その他-間投 フィラー 非言語音`;
