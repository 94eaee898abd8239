import { endings } from "../ending-rules.ts";

/** Stemmer for Hindi by Ramanathan and Rao (2003), endings of up to five signs: Lucene's HindiStemmer. */
export const stemHindi = endings(`
  6: ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां
  5: ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां
  4: ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं
  3: कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें
  2: ो े ू ु ी ि ा
`);
