/** Stop words of English: the list of Lucene (Apache-2.0). */
export const englishStopWords = `
a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with`;
