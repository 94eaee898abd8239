/**
 * Names of properties and of their values in sets (Unicode Character Database, PropertyAliases.txt and
 * PropertyValueAliases.txt).
 */

/** General categories: the short name first, then all others. */
const categories = [
  "C Other",
  "Cc Control cntrl",
  "Cf Format",
  "Cn Unassigned",
  "Co Private_Use",
  "Cs Surrogate",
  "L Letter",
  "LC Cased_Letter",
  "Ll Lowercase_Letter",
  "Lm Modifier_Letter",
  "Lo Other_Letter",
  "Lt Titlecase_Letter",
  "Lu Uppercase_Letter",
  "M Mark Combining_Mark",
  "Mc Spacing_Mark",
  "Me Enclosing_Mark",
  "Mn Nonspacing_Mark",
  "N Number",
  "Nd Decimal_Number digit",
  "Nl Letter_Number",
  "No Other_Number",
  "P Punctuation punct",
  "Pc Connector_Punctuation",
  "Pd Dash_Punctuation",
  "Pe Close_Punctuation",
  "Pf Final_Punctuation",
  "Pi Initial_Punctuation",
  "Po Other_Punctuation",
  "Ps Open_Punctuation",
  "S Symbol",
  "Sc Currency_Symbol",
  "Sk Modifier_Symbol",
  "Sm Math_Symbol",
  "So Other_Symbol",
  "Z Separator",
  "Zl Line_Separator",
  "Zp Paragraph_Separator",
  "Zs Space_Separator",
];

/** Binary properties that JavaScript's regular expressions support; the same format. */
const binaries = [
  "AHex ASCII_Hex_Digit",
  "Alpha Alphabetic",
  "Bidi_C Bidi_Control",
  "Bidi_M Bidi_Mirrored",
  "CI Case_Ignorable",
  "Cased",
  "CWCF Changes_When_Casefolded",
  "CWCM Changes_When_Casemapped",
  "CWKCF Changes_When_NFKC_Casefolded",
  "CWL Changes_When_Lowercased",
  "CWT Changes_When_Titlecased",
  "CWU Changes_When_Uppercased",
  "DI Default_Ignorable_Code_Point",
  "Dash",
  "Dep Deprecated",
  "Dia Diacritic",
  "EBase Emoji_Modifier_Base",
  "EComp Emoji_Component",
  "EMod Emoji_Modifier",
  "EPres Emoji_Presentation",
  "Emoji",
  "Ext Extender",
  "ExtPict Extended_Pictographic",
  "Gr_Base Grapheme_Base",
  "Gr_Ext Grapheme_Extend",
  "Hex Hex_Digit",
  "IDC ID_Continue",
  "IDS ID_Start",
  "IDSB IDS_Binary_Operator",
  "IDST IDS_Trinary_Operator",
  "Ideo Ideographic",
  "Join_C Join_Control",
  "LOE Logical_Order_Exception",
  "Lower Lowercase",
  "Math",
  "NChar Noncharacter_Code_Point",
  "Pat_Syn Pattern_Syntax",
  "Pat_WS Pattern_White_Space",
  "QMark Quotation_Mark",
  "RI Regional_Indicator",
  "Radical",
  "SD Soft_Dotted",
  "STerm Sentence_Terminal",
  "Term Terminal_Punctuation",
  "UIdeo Unified_Ideograph",
  "Upper Uppercase",
  "VS Variation_Selector",
  "space White_Space WSpace",
  "XIDC XID_Continue",
  "XIDS XID_Start",
];

/** Values of Canonical_Combining_Class. */
const combiningClasses = [
  "0 NR Not_Reordered",
  "1 OV Overlay",
  "6 HANR Han_Reading",
  "7 NK Nukta",
  "8 KV Kana_Voicing",
  "9 VR Virama",
  "200 ATBL Attached_Below_Left",
  "202 ATB Attached_Below",
  "214 ATA Attached_Above",
  "216 ATAR Attached_Above_Right",
  "218 BL Below_Left",
  "220 B Below",
  "222 BR Below_Right",
  "224 L Left",
  "226 R Right",
  "228 AL Above_Left",
  "230 A Above",
  "232 AR Above_Right",
  "233 DB Double_Below",
  "234 DA Double_Above",
  "240 IS Iota_Subscript",
];

/** A name without the parts ignored in comparisons: case, spaces, hyphens and underscores. */
export function looseName(name: string): string {
  return name.replace(/[\s_-]+/g, "").toLowerCase();
}

/** The first name of each line by each of its loose names. */
function byName(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => line.split(" ").map((name, _index, names) => [looseName(name), names[0]!] as const)),
  );
}

/** Short names of general categories and of binary properties, and numbers of combining classes, by loose names. */
export const categoryNames: ReadonlyMap<string, string> = byName(categories);
export const binaryNames: ReadonlyMap<string, string> = byName(binaries);
export const combiningClassNames: ReadonlyMap<string, string> = byName(combiningClasses);

/** Properties of ICU's sets that are not supported here, by loose names. */
export const unavailableProperties: ReadonlySet<string> = new Set(
  (
    "age bc Bidi_Class bmg Bidi_Mirroring_Glyph bpt Bidi_Paired_Bracket_Type cf Case_Folding Comp_Ex Full_Composition_Exclusion dt Decomposition_Type " +
    "ea East_Asian_Width GCB Grapheme_Cluster_Break Gr_Link Grapheme_Link hst Hangul_Syllable_Type Hyphen InPC Indic_Positional_Category InSC " +
    "Indic_Syllabic_Category jg Joining_Group jt Joining_Type lb Line_Break lccc Lead_Canonical_Combining_Class NFC_QC NFC_Quick_Check NFD_QC " +
    "NFD_Quick_Check NFKC_QC NFKC_Quick_Check NFKD_QC NFKD_Quick_Check nfcinert NFC_Inert nfdinert NFD_Inert nfkcinert NFKC_Inert nfkdinert NFKD_Inert " +
    "nt Numeric_Type nv Numeric_Value PCM Prepended_Concatenation_Mark SB Sentence_Break Sensitive Case_Sensitive segstart Segment_Starter tccc " +
    "Trail_Canonical_Combining_Class vo Vertical_Orientation"
  )
    .split(" ")
    .map(looseName),
);
