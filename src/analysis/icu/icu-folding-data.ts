/**
 * What ICU folding changes besides NFKC_Casefold and digits: the foldings of the withdrawn UTR #30 (Unicode data, as in
 * Lucene's utr30.nrm), determined by running the library on each code point.
 */

/** Code points, in hexadecimal, that are dropped after canonical decomposition. */
export const droppedMarks = `
5e 60 b7 2b9-2d7 2de-2df 2e5-33f 342 346-34e 350-362 375 483-487 559 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 640 64b-65f 670 6d6-6ed 711
730-74a 7a6-7b0 7eb-7f5 7fa 816-819 81b-823 825-827 829-82d 898-89f 8c9-8d2 8e3-8fe 93c 94d 951-954 971 9bc 9cd a3c a4d abc acd afd-aff
b3c b4d-b55 bcd c3c c4d cbc ccd d3b-d3c d4d dca e47-e4c e4e eba ec8-ecc f18-f19 f35 f37 f39 f3e-f3f f82-f84 f86-f87 fc6 1037 1039-103a
1063-1064 1069-106d 1087-108d 108f 109a-109b 135d-135f 1714-1715 1734 17c9-17d3 17dd 1939-193b 1a75-1a7f 1ab0-1abe 1ac1-1acb 1b34 1b44
1b6b-1b73 1baa-1bab 1c36-1c37 1c78-1c7d 1cd0-1ce8 1ced 1cf4 1cf7-1cf9 1d2f 1d3b 1d4e 1dc0-1de6 1df5-1dff 2038 20d0-20f0 2cef-2cf1
2de0-2dff 2e2f 302a-302f 3099-309a 30fc a66f-a672 a67c-a67d a67f a6f0-a6f1 a700-a721 a788-a78a a802 a8c4 a8e0-a8f1 a92b-a92e a953 a9b3
a9c0 a9e5 aa7b-aa7d aabf-aac2 aaf6 ab5b ab6a-ab6b abec-abed fb1e fe20-fe2f 102e0 10780 10a3f 10ae5-10ae6 10d22-10d27 10efd-10eff
10f46-10f50 10f82-10f85 11046 11070 110b9-110ba 11133-11134 11173 111c0 111ca-111cc 11235-11236 112e9-112ea 1133c 1134d 11366-11374 11442
11446 114c2-114c3 115bf-115c0 1163f 116b6-116b7 1172b 11839-1183a 1193d-1193e 11943 119e0 11a34 11a47 11a99 11c3f 11d42 11d44-11d45 11d97
13447-13455 16af0-16af4 16b30-16b36 16f8f-16f9f 16ff0-16ff1 1aff0-1affe 1cf00-1cf46 1d165-1d169 1d16d-1d172 1d17b-1d182 1d185-1d18b
1d1aa-1d1ad 1d242-1d244 1e130-1e136 1e2ae 1e2ec-1e2ef 1e8d0-1e8d6 1e944-1e946 1e948-1e94a`;

/** A character, \`>\`, and its replacement; in addition the Ogham space becomes a space. */
export const foldedCharacters = `
«>" »>" æ>ae ð>d ø>o þ>th đ>d ħ>h ı>i ĸ>q ł>l ŋ>n œ>oe ŧ>t ƀ>b ƃ>b ƅ>b ƈ>c ƌ>d ƍ>d ƒ>f ƕ>hv ƙ>k ƚ>l ƞ>n ƥ>p ƫ>t ƭ>t ƴ>y ƶ>z ƻ>2 ƽ>5 ƿ>w
ǀ>| ǁ>|| ǃ>! ǝ>e ǥ>g ȝ>z ȡ>d ȣ>ou ȥ>z ȴ>l ȵ>n ȶ>t ȷ>j ȸ>db ȹ>qp ȼ>c ȿ>s ɀ>z ɇ>e ɉ>j ɋ>q ɍ>r ɏ>y ɐ>a ɑ>a ɒ>a ɓ>b ɔ>o ɕ>c ɖ>d ɗ>d ɘ>e ə>a
ɚ>a ɛ>e ɜ>e ɝ>e ɞ>e ɟ>j ɠ>g ɡ>g ɢ>g ɥ>h ɦ>h ɨ>i ɩ>i ɪ>i ɫ>l ɬ>l ɭ>l ɯ>m ɰ>m ɱ>m ɲ>n ɳ>n ɴ>n ɵ>o ɶ>oe ɼ>r ɽ>r ɾ>r ɿ>r ʀ>r ʁ>r ʂ>s ʄ>j ʇ>t
ʈ>t ʉ>u ʋ>v ʌ>v ʍ>w ʎ>y ʏ>y ʐ>z ʑ>z ʗ>c ʘ>o ʙ>b ʚ>e ʛ>g ʜ>h ʝ>j ʞ>k ʟ>l ʠ>q ʣ>dz ʥ>dz ʦ>ts ʨ>tc ʩ>fn ʪ>ls ʫ>lz ʬ>ww ʮ>h ʯ>h ѽ>ѡ ҋ>и ҏ>р
ґ>г ғ>г ҕ>г җ>ж ҙ>з қ>к ҝ>к ҟ>к ң>н ҧ>п ҫ>с ҭ>т ұ>ү ҳ>х ҷ>ҽ ҹ>ч ҿ>ҽ ӄ>к ӆ>л ӈ>н ӊ>н ӌ>ҽ ӎ>м ֊>- ־>- ׳>' ״>" ة>ه ى>ي ک>ك ی>ي ऀ>ँ ፩>1 ፪>2
፫>3 ፬>4 ፭>5 ፮>6 ፯>7 ፰>8 ፱>9 ᐀>- ᠆>- ᧚>1 ᴀ>a ᴁ>ae ᴂ>ae ᴃ>b ᴄ>c ᴅ>d ᴆ>d ᴇ>e ᴈ>e ᴉ>i ᴊ>j ᴋ>k ᴌ>l ᴍ>m ᴎ>n ᴏ>o ᴐ>o ᴑ>o ᴓ>o ᴔ>oe ᴕ>ou ᴖ>o ᴗ>o
ᴘ>p ᴙ>r ᴚ>r ᴛ>t ᴜ>u ᴝ>u ᴞ>u ᴟ>m ᴠ>v ᴡ>w ᴢ>z ᵫ>ue ᵬ>b ᵭ>d ᵮ>f ᵯ>m ᵰ>n ᵱ>p ᵲ>r ᵳ>r ᵴ>s ᵵ>t ᵶ>z ᵷ>g ᵹ>g ᵺ>th ᵻ>i ᵼ>i ᵽ>p ᵾ>u ᶀ>b ᶁ>d ᶂ>f ᶃ>g
ᶄ>k ᶅ>l ᶆ>m ᶇ>n ᶈ>p ᶉ>r ᶊ>s ᶌ>v ᶍ>x ᶎ>z ᶏ>a ᶐ>a ᶑ>d ᶒ>e ᶓ>e ᶔ>e ᶕ>a ᶖ>i ᶗ>o ᶙ>u ẜ>s ẝ>s ẟ>d ỻ>ll ỽ>v ỿ>y ‐>- ‒>- –>- —>- ―>- ‘>' ’>' ‚>'
‛>' “>" ”>" „>" ′>' ‵>' ‹>' ›>' ⁄>/ ⁅>[ ⁆>] ⁎>* ⁏>; ⁒>% ⁓>~ ⅎ>f ↄ>c −>- ⓫>11 ⓬>12 ⓭>13 ⓮>14 ⓯>15 ⓰>16 ⓱>17 ⓲>18 ⓳>19 ⓴>20 ⓵>1 ⓶>2 ⓷>3 ⓸>4
⓹>5 ⓺>6 ⓻>7 ⓼>8 ⓽>9 ⓾>10 ⓿>0 ❛>' ❜>' ❝>" ❞>" ❨>( ❩>) ❪>( ❫>) ❬>< ❭>> ❮>" ❯>" ❰>< ❱>> ❲>[ ❳>] ❴>{ ❵>} ❶>1 ❷>2 ❸>3 ❹>4 ❺>5 ❻>6 ❼>7 ❽>8 ❾>9
❿>10 ➀>1 ➁>2 ➂>3 ➃>4 ➄>5 ➅>6 ➆>7 ➇>8 ➈>9 ➉>10 ➊>1 ➋>2 ➌>3 ➍>4 ➎>5 ➏>6 ➐>7 ➑>8 ➒>9 ➓>10 ⱡ>l ⱥ>a ⱦ>t ⱨ>h ⱪ>k ⱬ>z ⱱ>v ⱳ>w ⱴ>v ⱶ>h ⱸ>e ⱺ>o ⱻ>e
⸗>- ⸚>- ⸨>(( ⸩>)) ⸺>- ⸻>- ⹀>- ⹝>- ⺁>厂 ⺂>乛 ⺃>乚 ⺄>乙 ⺅>亻 ⺆>冂 ⺇>几 ⺈>刀 ⺉>刂 ⺊>卜 ⺋>㔾 ⺌>小 ⺍>小 ⺎>尢 ⺏>尣 ⺐>尢 ⺑>尣 ⺒>巳 ⺓>幺 ⺔>彑 ⺕>彐 ⺖>忄 ⺗>心 ⺘>扌 ⺙>攵 ⺛>旡
⺜>日 ⺝>月 ⺞>歺 ⺠>民 ⺡>氵 ⺢>氺 ⺣>灬 ⺤>爫 ⺥>爫 ⺦>丬 ⺧>牛 ⺨>犭 ⺩>王 ⺪>疋 ⺫>目 ⺬>示 ⺭>礻 ⺮>竹 ⺯>糹 ⺰>纟 ⺱>罓 ⺲>罒 ⺳>网 ⺴>网 ⺵>𦉫 ⺶>羊 ⺷>羊 ⺸>羋 ⺹>耂 ⺺>肀 ⺻>聿 ⺼>肉 ⺽>臼 ⺾>艹
⺿>艹 ⻀>艹 ⻁>虎 ⻂>衤 ⻃>覀 ⻄>西 ⻅>见 ⻆>角 ⻇>𧢲 ⻈>讠 ⻉>贝 ⻊>足 ⻋>车 ⻌>辶 ⻍>辶 ⻎>辶 ⻏>邑 ⻐>钅 ⻑>長 ⻒>镸 ⻓>长 ⻔>门 ⻕>阜 ⻖>阝 ⻗>雨 ⻘>青 ⻙>韦 ⻚>页 ⻛>风 ⻜>飞 ⻝>食 ⻞>𩙿 ⻟>飠 ⻠>饣
⻡>𩠐 ⻢>马 ⻣>骨 ⻤>鬼 ⻥>鱼 ⻦>鸟 ⻧>鹵 ⻨>麦 ⻩>黄 ⻪>黾 ⻫>斉 ⻬>齐 ⻭>歯 ⻮>齿 ⻯>龍 ⻰>龙 ⻱>龜 ⻲>亀 〜>- 〡>一 〢>二 〣>三 〤>四 〥>五 〦>六 〧>七 〨>八 〩>九 〰>- ゠>- ꜩ>tz ꜰ>f ꜱ>s ꜳ>aa
ꜵ>ao ꜷ>au ꜹ>av ꜻ>av ꜽ>ay ꜿ>c ꝁ>k ꝃ>k ꝅ>k ꝇ>l ꝉ>l ꝋ>o ꝍ>o ꝏ>oo ꝑ>p ꝓ>p ꝕ>p ꝗ>q ꝙ>q ꝛ>r ꝟ>v ꝡ>vy ꝣ>z ꝥ>th ꝧ>th ꝩ>v ꝺ>d ꝼ>f ꝿ>g ꞁ>l ꞃ>r ꞅ>s
ꞇ>t ꞌ>' ꟻ>f ꟼ>p ꟽ>m ꟾ>i ꟿ>m 𐩀>1 𐩁>2 𐩂>3 𐩃>4 𐹠>1 𐹡>2 𐹢>3 𐹣>4 𐹤>5 𐹥>6 𐹦>7 𐹧>8 𐹨>9 𐺭>- 𑁒>1 𑁓>2 𑁔>3 𑁕>4 𑁖>5 𑁗>6 𑁘>7 𑁙>8 𑁚>9`;
