/** Codes and names of scripts (Unicode Character Database, PropertyValueAliases.txt, Unicode License). */
const codesAndNames =
  "Zyyy=Common Zinh=Inherited Arab=Arabic Armn=Armenian Beng=Bengali Bopo=Bopomofo Cher=Cherokee Copt=Coptic Cyrl=Cyrillic Dsrt=Deseret Deva=Devanagari " +
  "Ethi=Ethiopic Geor=Georgian Goth=Gothic Grek=Greek Gujr=Gujarati Guru=Gurmukhi Hani=Han Hang=Hangul Hebr=Hebrew Hira=Hiragana Knda=Kannada " +
  "Kana=Katakana Khmr=Khmer Laoo=Lao Latn=Latin Mlym=Malayalam Mong=Mongolian Mymr=Myanmar Ogam=Ogham Ital=Old_Italic Orya=Oriya Runr=Runic " +
  "Sinh=Sinhala Syrc=Syriac Taml=Tamil Telu=Telugu Thaa=Thaana Thai=Thai Tibt=Tibetan Cans=Canadian_Aboriginal Yiii=Yi Tglg=Tagalog Hano=Hanunoo " +
  "Buhd=Buhid Tagb=Tagbanwa Brai=Braille Cprt=Cypriot Limb=Limbu Linb=Linear_B Osma=Osmanya Shaw=Shavian Tale=Tai_Le Ugar=Ugaritic Bugi=Buginese " +
  "Glag=Glagolitic Khar=Kharoshthi Sylo=Syloti_Nagri Talu=New_Tai_Lue Tfng=Tifinagh Xpeo=Old_Persian Bali=Balinese Batk=Batak Brah=Brahmi Cham=Cham " +
  "Egyp=Egyptian_Hieroglyphs Hmng=Pahawh_Hmong Hung=Old_Hungarian Java=Javanese Kali=Kayah_Li Lepc=Lepcha Lina=Linear_A Mand=Mandaic " +
  "Mero=Meroitic_Hieroglyphs Nkoo=Nko Orkh=Old_Turkic Perm=Old_Permic Phag=Phags_Pa Phnx=Phoenician Plrd=Miao Vaii=Vai Xsux=Cuneiform " +
  "Cari=Carian Lana=Tai_Tham Lyci=Lycian Lydi=Lydian Olck=Ol_Chiki Rjng=Rejang Saur=Saurashtra Sgnw=SignWriting Sund=Sundanese Mtei=Meetei_Mayek " +
  "Armi=Imperial_Aramaic Avst=Avestan Cakm=Chakma Kthi=Kaithi Mani=Manichaean Phli=Inscriptional_Pahlavi Phlp=Psalter_Pahlavi " +
  "Prti=Inscriptional_Parthian Samr=Samaritan Tavt=Tai_Viet Bamu=Bamum Lisu=Lisu Sarb=Old_South_Arabian Bass=Bassa_Vah Dupl=Duployan Elba=Elbasan " +
  "Gran=Grantha Mend=Mende_Kikakui Merc=Meroitic_Cursive Narb=Old_North_Arabian Nbat=Nabataean Palm=Palmyrene Sind=Khudawadi Wara=Warang_Citi Mroo=Mro " +
  "Nshu=Nushu Shrd=Sharada Sora=Sora_Sompeng Takr=Takri Tang=Tangut Hluw=Anatolian_Hieroglyphs Khoj=Khojki Tirh=Tirhuta Aghb=Caucasian_Albanian " +
  "Mahj=Mahajani Ahom=Ahom Hatr=Hatran Modi=Modi Mult=Multani Pauc=Pau_Cin_Hau Sidd=Siddham Adlm=Adlam Bhks=Bhaiksuki Marc=Marchen Newa=Newa Osge=Osage " +
  "Gonm=Masaram_Gondi Soyo=Soyombo Zanb=Zanabazar_Square Dogr=Dogra Gong=Gunjala_Gondi Maka=Makasar Medf=Medefaidrin Rohg=Hanifi_Rohingya Sogd=Sogdian " +
  "Sogo=Old_Sogdian Elym=Elymaic Hmnp=Nyiakeng_Puachue_Hmong Nand=Nandinagari Wcho=Wancho Chrs=Chorasmian Diak=Dives_Akuru Kits=Khitan_Small_Script " +
  "Yezi=Yezidi";

/** A script's four-letter code and name. */
export interface ScriptName {
  readonly code: string;
  readonly name: string;
}

/** All scripts that have characters. */
export const scriptNames: readonly ScriptName[] = namesOf(codesAndNames);

/** Codes and names of scripts without characters of their own: variants of others, and scripts not in Unicode. */
const empty =
  "Hrkt=Katakana_Or_Hiragana Blis=Blis Cirt=Cirt Cyrs=Cyrs Egyd=Egyd Egyh=Egyh Geok=Geok Hans=Hans Hant=Hant Inds=Inds Latf=Latf Latg=Latg Maya=Maya " +
  "Roro=Roro Sara=Sara Syre=Syre Syrj=Syrj Syrn=Syrn Teng=Teng Visp=Visp Zxxx=Zxxx Jpan=Jpan Moon=Moon Kore=Kore Phlv=Phlv Zmth=Zmth Zsym=Zsym " +
  "Nkgb=Nkgb Kpel=Kpel Loma=Loma Afak=Afak Jurc=Jurc Wole=Wole Hanb=Hanb Jamo=Jamo Zsye=Zsye";

export const emptyScriptNames: readonly ScriptName[] = namesOf(empty);

function namesOf(pairs: string): ScriptName[] {
  return pairs.split(" ").map((pair) => ({ code: pair.slice(0, 4), name: pair.slice(5) }));
}
