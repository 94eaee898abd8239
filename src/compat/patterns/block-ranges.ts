/**
 * Unicode blocks: first, last, names (Unicode Character Database 13.0, Blocks.txt and PropertyValueAliases.txt, Unicode
 * License).
 */
export const blockRanges =
  "0-7f=Basic_Latin/ASCII 80-ff=Latin_1_Supplement/Latin_1_Sup/Latin_1 100-17f=Latin_Extended_A/Latin_Ext_A 180-24f=Latin_Extended_B/Latin_Ext_B " +
  "250-2af=IPA_Extensions/IPA_Ext 2b0-2ff=Spacing_Modifier_Letters/Modifier_Letters 300-36f=Combining_Diacritical_Marks/Diacriticals " +
  "370-3ff=Greek_And_Coptic/Greek 400-4ff=Cyrillic 500-52f=Cyrillic_Supplement/Cyrillic_Sup/Cyrillic_Supplementary 530-58f=Armenian 590-5ff=Hebrew " +
  "600-6ff=Arabic 700-74f=Syriac 750-77f=Arabic_Supplement/Arabic_Sup 780-7bf=Thaana 7c0-7ff=NKo 800-83f=Samaritan 840-85f=Mandaic " +
  "860-86f=Syriac_Supplement/Syriac_Sup 8a0-8ff=Arabic_Extended_A/Arabic_Ext_A 900-97f=Devanagari 980-9ff=Bengali a00-a7f=Gurmukhi a80-aff=Gujarati " +
  "b00-b7f=Oriya b80-bff=Tamil c00-c7f=Telugu c80-cff=Kannada d00-d7f=Malayalam d80-dff=Sinhala e00-e7f=Thai e80-eff=Lao f00-fff=Tibetan " +
  "1000-109f=Myanmar 10a0-10ff=Georgian 1100-11ff=Hangul_Jamo/Jamo 1200-137f=Ethiopic 1380-139f=Ethiopic_Supplement/Ethiopic_Sup 13a0-13ff=Cherokee " +
  "1400-167f=Unified_Canadian_Aboriginal_Syllabics/UCAS/Canadian_Syllabics 1680-169f=Ogham 16a0-16ff=Runic 1700-171f=Tagalog 1720-173f=Hanunoo " +
  "1740-175f=Buhid 1760-177f=Tagbanwa 1780-17ff=Khmer 1800-18af=Mongolian 18b0-18ff=Unified_Canadian_Aboriginal_Syllabics_Extended/UCAS_Ext " +
  "1900-194f=Limbu 1950-197f=Tai_Le 1980-19df=New_Tai_Lue 19e0-19ff=Khmer_Symbols 1a00-1a1f=Buginese 1a20-1aaf=Tai_Tham " +
  "1ab0-1aff=Combining_Diacritical_Marks_Extended/Diacriticals_Ext 1b00-1b7f=Balinese 1b80-1bbf=Sundanese 1bc0-1bff=Batak 1c00-1c4f=Lepcha " +
  "1c50-1c7f=Ol_Chiki 1c80-1c8f=Cyrillic_Extended_C/Cyrillic_Ext_C 1c90-1cbf=Georgian_Extended/Georgian_Ext " +
  "1cc0-1ccf=Sundanese_Supplement/Sundanese_Sup 1cd0-1cff=Vedic_Extensions/Vedic_Ext 1d00-1d7f=Phonetic_Extensions/Phonetic_Ext " +
  "1d80-1dbf=Phonetic_Extensions_Supplement/Phonetic_Ext_Sup 1dc0-1dff=Combining_Diacritical_Marks_Supplement/Diacriticals_Sup " +
  "1e00-1eff=Latin_Extended_Additional/Latin_Ext_Additional 1f00-1fff=Greek_Extended/Greek_Ext 2000-206f=General_Punctuation/Punctuation " +
  "2070-209f=Superscripts_And_Subscripts/Super_And_Sub 20a0-20cf=Currency_Symbols " +
  "20d0-20ff=Combining_Diacritical_Marks_For_Symbols/Diacriticals_For_Symbols/Combining_Marks_For_Symbols 2100-214f=Letterlike_Symbols " +
  "2150-218f=Number_Forms 2190-21ff=Arrows 2200-22ff=Mathematical_Operators/Math_Operators 2300-23ff=Miscellaneous_Technical/Misc_Technical " +
  "2400-243f=Control_Pictures 2440-245f=Optical_Character_Recognition/OCR 2460-24ff=Enclosed_Alphanumerics/Enclosed_Alphanum 2500-257f=Box_Drawing " +
  "2580-259f=Block_Elements 25a0-25ff=Geometric_Shapes 2600-26ff=Miscellaneous_Symbols/Misc_Symbols 2700-27bf=Dingbats " +
  "27c0-27ef=Miscellaneous_Mathematical_Symbols_A/Misc_Math_Symbols_A 27f0-27ff=Supplemental_Arrows_A/Sup_Arrows_A 2800-28ff=Braille_Patterns/Braille " +
  "2900-297f=Supplemental_Arrows_B/Sup_Arrows_B 2980-29ff=Miscellaneous_Mathematical_Symbols_B/Misc_Math_Symbols_B " +
  "2a00-2aff=Supplemental_Mathematical_Operators/Sup_Math_Operators 2b00-2bff=Miscellaneous_Symbols_And_Arrows/Misc_Arrows 2c00-2c5f=Glagolitic " +
  "2c60-2c7f=Latin_Extended_C/Latin_Ext_C 2c80-2cff=Coptic 2d00-2d2f=Georgian_Supplement/Georgian_Sup 2d30-2d7f=Tifinagh " +
  "2d80-2ddf=Ethiopic_Extended/Ethiopic_Ext 2de0-2dff=Cyrillic_Extended_A/Cyrillic_Ext_A 2e00-2e7f=Supplemental_Punctuation/Sup_Punctuation " +
  "2e80-2eff=CJK_Radicals_Supplement/CJK_Radicals_Sup 2f00-2fdf=Kangxi_Radicals/Kangxi 2ff0-2fff=Ideographic_Description_Characters/IDC " +
  "3000-303f=CJK_Symbols_And_Punctuation/CJK_Symbols 3040-309f=Hiragana 30a0-30ff=Katakana 3100-312f=Bopomofo " +
  "3130-318f=Hangul_Compatibility_Jamo/Compat_Jamo 3190-319f=Kanbun 31a0-31bf=Bopomofo_Extended/Bopomofo_Ext 31c0-31ef=CJK_Strokes " +
  "31f0-31ff=Katakana_Phonetic_Extensions/Katakana_Ext 3200-32ff=Enclosed_CJK_Letters_And_Months/Enclosed_CJK 3300-33ff=CJK_Compatibility/CJK_Compat " +
  "3400-4dbf=CJK_Unified_Ideographs_Extension_A/CJK_Ext_A 4dc0-4dff=Yijing_Hexagram_Symbols/Yijing 4e00-9fff=CJK_Unified_Ideographs/CJK " +
  "a000-a48f=Yi_Syllables a490-a4cf=Yi_Radicals a4d0-a4ff=Lisu a500-a63f=Vai a640-a69f=Cyrillic_Extended_B/Cyrillic_Ext_B a6a0-a6ff=Bamum " +
  "a700-a71f=Modifier_Tone_Letters a720-a7ff=Latin_Extended_D/Latin_Ext_D a800-a82f=Syloti_Nagri a830-a83f=Common_Indic_Number_Forms/Indic_Number_Forms " +
  "a840-a87f=Phags_Pa a880-a8df=Saurashtra a8e0-a8ff=Devanagari_Extended/Devanagari_Ext a900-a92f=Kayah_Li a930-a95f=Rejang " +
  "a960-a97f=Hangul_Jamo_Extended_A/Jamo_Ext_A a980-a9df=Javanese a9e0-a9ff=Myanmar_Extended_B/Myanmar_Ext_B aa00-aa5f=Cham " +
  "aa60-aa7f=Myanmar_Extended_A/Myanmar_Ext_A aa80-aadf=Tai_Viet aae0-aaff=Meetei_Mayek_Extensions/Meetei_Mayek_Ext " +
  "ab00-ab2f=Ethiopic_Extended_A/Ethiopic_Ext_A ab30-ab6f=Latin_Extended_E/Latin_Ext_E ab70-abbf=Cherokee_Supplement/Cherokee_Sup " +
  "abc0-abff=Meetei_Mayek ac00-d7af=Hangul_Syllables/Hangul d7b0-d7ff=Hangul_Jamo_Extended_B/Jamo_Ext_B d800-db7f=High_Surrogates " +
  "db80-dbff=High_Private_Use_Surrogates/High_PU_Surrogates dc00-dfff=Low_Surrogates e000-f8ff=Private_Use_Area/PUA/Private_Use " +
  "f900-faff=CJK_Compatibility_Ideographs/CJK_Compat_Ideographs fb00-fb4f=Alphabetic_Presentation_Forms/Alphabetic_PF " +
  "fb50-fdff=Arabic_Presentation_Forms_A/Arabic_PF_A fe00-fe0f=Variation_Selectors/VS fe10-fe1f=Vertical_Forms " +
  "fe20-fe2f=Combining_Half_Marks/Half_Marks fe30-fe4f=CJK_Compatibility_Forms/CJK_Compat_Forms fe50-fe6f=Small_Form_Variants/Small_Forms " +
  "fe70-feff=Arabic_Presentation_Forms_B/Arabic_PF_B ff00-ffef=Halfwidth_And_Fullwidth_Forms/Half_And_Full_Forms fff0-ffff=Specials " +
  "10000-1007f=Linear_B_Syllabary 10080-100ff=Linear_B_Ideograms 10100-1013f=Aegean_Numbers 10140-1018f=Ancient_Greek_Numbers " +
  "10190-101cf=Ancient_Symbols 101d0-101ff=Phaistos_Disc/Phaistos 10280-1029f=Lycian 102a0-102df=Carian 102e0-102ff=Coptic_Epact_Numbers " +
  "10300-1032f=Old_Italic 10330-1034f=Gothic 10350-1037f=Old_Permic 10380-1039f=Ugaritic 103a0-103df=Old_Persian 10400-1044f=Deseret " +
  "10450-1047f=Shavian 10480-104af=Osmanya 104b0-104ff=Osage 10500-1052f=Elbasan 10530-1056f=Caucasian_Albanian 10600-1077f=Linear_A " +
  "10800-1083f=Cypriot_Syllabary 10840-1085f=Imperial_Aramaic 10860-1087f=Palmyrene 10880-108af=Nabataean 108e0-108ff=Hatran 10900-1091f=Phoenician " +
  "10920-1093f=Lydian 10980-1099f=Meroitic_Hieroglyphs 109a0-109ff=Meroitic_Cursive 10a00-10a5f=Kharoshthi 10a60-10a7f=Old_South_Arabian " +
  "10a80-10a9f=Old_North_Arabian 10ac0-10aff=Manichaean 10b00-10b3f=Avestan 10b40-10b5f=Inscriptional_Parthian 10b60-10b7f=Inscriptional_Pahlavi " +
  "10b80-10baf=Psalter_Pahlavi 10c00-10c4f=Old_Turkic 10c80-10cff=Old_Hungarian 10d00-10d3f=Hanifi_Rohingya 10e60-10e7f=Rumi_Numeral_Symbols/Rumi " +
  "10e80-10ebf=Yezidi 10f00-10f2f=Old_Sogdian 10f30-10f6f=Sogdian 10fb0-10fdf=Chorasmian 10fe0-10fff=Elymaic 11000-1107f=Brahmi 11080-110cf=Kaithi " +
  "110d0-110ff=Sora_Sompeng 11100-1114f=Chakma 11150-1117f=Mahajani 11180-111df=Sharada 111e0-111ff=Sinhala_Archaic_Numbers 11200-1124f=Khojki " +
  "11280-112af=Multani 112b0-112ff=Khudawadi 11300-1137f=Grantha 11400-1147f=Newa 11480-114df=Tirhuta 11580-115ff=Siddham 11600-1165f=Modi " +
  "11660-1167f=Mongolian_Supplement/Mongolian_Sup 11680-116cf=Takri 11700-1173f=Ahom 11800-1184f=Dogra 118a0-118ff=Warang_Citi 11900-1195f=Dives_Akuru " +
  "119a0-119ff=Nandinagari 11a00-11a4f=Zanabazar_Square 11a50-11aaf=Soyombo 11ac0-11aff=Pau_Cin_Hau 11c00-11c6f=Bhaiksuki 11c70-11cbf=Marchen " +
  "11d00-11d5f=Masaram_Gondi 11d60-11daf=Gunjala_Gondi 11ee0-11eff=Makasar 11fb0-11fbf=Lisu_Supplement/Lisu_Sup 11fc0-11fff=Tamil_Supplement/Tamil_Sup " +
  "12000-123ff=Cuneiform 12400-1247f=Cuneiform_Numbers_And_Punctuation/Cuneiform_Numbers 12480-1254f=Early_Dynastic_Cuneiform " +
  "13000-1342f=Egyptian_Hieroglyphs 13430-1343f=Egyptian_Hieroglyph_Format_Controls 14400-1467f=Anatolian_Hieroglyphs " +
  "16800-16a3f=Bamum_Supplement/Bamum_Sup 16a40-16a6f=Mro 16ad0-16aff=Bassa_Vah 16b00-16b8f=Pahawh_Hmong 16e40-16e9f=Medefaidrin 16f00-16f9f=Miao " +
  "16fe0-16fff=Ideographic_Symbols_And_Punctuation/Ideographic_Symbols 17000-187ff=Tangut 18800-18aff=Tangut_Components 18b00-18cff=Khitan_Small_Script " +
  "18d00-18d8f=Tangut_Supplement/Tangut_Sup 1b000-1b0ff=Kana_Supplement/Kana_Sup 1b100-1b12f=Kana_Extended_A/Kana_Ext_A " +
  "1b130-1b16f=Small_Kana_Extension/Small_Kana_Ext 1b170-1b2ff=Nushu 1bc00-1bc9f=Duployan 1bca0-1bcaf=Shorthand_Format_Controls " +
  "1d000-1d0ff=Byzantine_Musical_Symbols/Byzantine_Music 1d100-1d1ff=Musical_Symbols/Music " +
  "1d200-1d24f=Ancient_Greek_Musical_Notation/Ancient_Greek_Music 1d2e0-1d2ff=Mayan_Numerals 1d300-1d35f=Tai_Xuan_Jing_Symbols/Tai_Xuan_Jing " +
  "1d360-1d37f=Counting_Rod_Numerals/Counting_Rod 1d400-1d7ff=Mathematical_Alphanumeric_Symbols/Math_Alphanum 1d800-1daaf=Sutton_SignWriting " +
  "1e000-1e02f=Glagolitic_Supplement/Glagolitic_Sup 1e100-1e14f=Nyiakeng_Puachue_Hmong 1e2c0-1e2ff=Wancho 1e800-1e8df=Mende_Kikakui 1e900-1e95f=Adlam " +
  "1ec70-1ecbf=Indic_Siyaq_Numbers 1ed00-1ed4f=Ottoman_Siyaq_Numbers 1ee00-1eeff=Arabic_Mathematical_Alphabetic_Symbols/Arabic_Math " +
  "1f000-1f02f=Mahjong_Tiles/Mahjong 1f030-1f09f=Domino_Tiles/Domino 1f0a0-1f0ff=Playing_Cards " +
  "1f100-1f1ff=Enclosed_Alphanumeric_Supplement/Enclosed_Alphanum_Sup 1f200-1f2ff=Enclosed_Ideographic_Supplement/Enclosed_Ideographic_Sup " +
  "1f300-1f5ff=Miscellaneous_Symbols_And_Pictographs/Misc_Pictographs 1f600-1f64f=Emoticons 1f650-1f67f=Ornamental_Dingbats " +
  "1f680-1f6ff=Transport_And_Map_Symbols/Transport_And_Map 1f700-1f77f=Alchemical_Symbols/Alchemical " +
  "1f780-1f7ff=Geometric_Shapes_Extended/Geometric_Shapes_Ext 1f800-1f8ff=Supplemental_Arrows_C/Sup_Arrows_C " +
  "1f900-1f9ff=Supplemental_Symbols_And_Pictographs/Sup_Symbols_And_Pictographs 1fa00-1fa6f=Chess_Symbols " +
  "1fa70-1faff=Symbols_And_Pictographs_Extended_A/Symbols_And_Pictographs_Ext_A 1fb00-1fbff=Symbols_For_Legacy_Computing " +
  "20000-2a6df=CJK_Unified_Ideographs_Extension_B/CJK_Ext_B 2a700-2b73f=CJK_Unified_Ideographs_Extension_C/CJK_Ext_C " +
  "2b740-2b81f=CJK_Unified_Ideographs_Extension_D/CJK_Ext_D 2b820-2ceaf=CJK_Unified_Ideographs_Extension_E/CJK_Ext_E " +
  "2ceb0-2ebef=CJK_Unified_Ideographs_Extension_F/CJK_Ext_F 2f800-2fa1f=CJK_Compatibility_Ideographs_Supplement/CJK_Compat_Ideographs_Sup " +
  "30000-3134f=CJK_Unified_Ideographs_Extension_G/CJK_Ext_G e0000-e007f=Tags e0100-e01ef=Variation_Selectors_Supplement/VS_Sup " +
  "f0000-fffff=Supplementary_Private_Use_Area_A/Sup_PUA_A 100000-10ffff=Supplementary_Private_Use_Area_B/Sup_PUA_B";
