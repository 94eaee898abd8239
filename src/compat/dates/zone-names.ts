/**
 * Names of time zones in date patterns (`z`, `zzzz`): from the Common Locale Data Repository (CLDR), and abbreviations
 * from the tz database.
 */
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import { localeTag } from "./locale.ts";
import { type TimeZone, timeZone } from "../time-zone.ts";

/** A zone, its name and abbreviation, and those of its summer time if any. */
type NamedZone = readonly [
  zone: string,
  name: string,
  abbreviation: string,
  summerName?: string,
  summerAbbreviation?: string,
];

/** An abbreviation shared by several zones (`CST`, `IST`) means the first of them. */
const namedZones: readonly NamedZone[] = [
  ["America/New_York", "Eastern Standard Time", "EST", "Eastern Daylight Time", "EDT"],
  ["America/Chicago", "Central Standard Time", "CST", "Central Daylight Time", "CDT"],
  ["America/Denver", "Mountain Standard Time", "MST", "Mountain Daylight Time", "MDT"],
  ["America/Los_Angeles", "Pacific Standard Time", "PST", "Pacific Daylight Time", "PDT"],
  ["America/Anchorage", "Alaska Standard Time", "AKST", "Alaska Daylight Time", "AKDT"],
  ["Pacific/Honolulu", "Hawaii-Aleutian Standard Time", "HST"],
  ["America/Halifax", "Atlantic Standard Time", "AST", "Atlantic Daylight Time", "ADT"],
  ["Europe/London", "Greenwich Mean Time", "GMT", "British Summer Time", "BST"],
  ["Europe/Paris", "Central European Standard Time", "CET", "Central European Summer Time", "CEST"],
  ["Europe/Athens", "Eastern European Standard Time", "EET", "Eastern European Summer Time", "EEST"],
  ["Europe/Lisbon", "Western European Standard Time", "WET", "Western European Summer Time", "WEST"],
  ["Europe/Moscow", "Moscow Standard Time", "MSK"],
  ["Asia/Kolkata", "India Standard Time", "IST"],
  ["Asia/Shanghai", "China Standard Time", "CST"],
  ["Asia/Tokyo", "Japan Standard Time", "JST"],
  ["Australia/Sydney", "Australian Eastern Standard Time", "AEST", "Australian Eastern Daylight Time", "AEDT"],
  ["Africa/Abidjan", "Greenwich Mean Time", "GMT"],
  ["Africa/Johannesburg", "South Africa Standard Time", "SAST"],
  ["Africa/Lagos", "West Africa Time", "WAT"],
  ["Africa/Maputo", "Central Africa Time", "CAT"],
  ["Africa/Nairobi", "East Africa Time", "EAT"],
  ["America/Adak", "Hawaii-Aleutian Standard Time", "HAST", "Hawaii-Aleutian Daylight Time", "HADT"],
  ["America/Argentina/Buenos_Aires", "Argentina Standard Time", "ART"],
  ["America/Asuncion", "Paraguay Standard Time", "PYT", "Paraguay Summer Time", "PYST"],
  ["America/Bogota", "Colombia Standard Time", "COT"],
  ["America/Caracas", "Venezuela Time", "VET"],
  ["America/Cayenne", "French Guiana Time", "GFT"],
  ["America/Guayaquil", "Ecuador Time", "ECT"],
  ["America/Guyana", "Guyana Time", "GYT"],
  ["America/Havana", "Cuba Standard Time", "CST", "Cuba Daylight Time", "CDT"],
  ["America/La_Paz", "Bolivia Time", "BOT"],
  ["America/Lima", "Peru Standard Time", "PET"],
  ["America/Manaus", "Amazon Standard Time", "AMT"],
  ["America/Mazatlan", "Mexican Pacific Standard Time", "MST"],
  ["America/Miquelon", "St. Pierre & Miquelon Standard Time", "PMST", "St. Pierre & Miquelon Daylight Time", "PMDT"],
  ["America/Montevideo", "Uruguay Standard Time", "UYT"],
  ["America/Noronha", "Fernando de Noronha Standard Time", "FNT"],
  ["America/Nuuk", "West Greenland Standard Time", "WGT", "Greenland Summer Time", "WGST"],
  ["America/Paramaribo", "Suriname Time", "SRT"],
  ["America/Rio_Branco", "Acre Standard Time", "ACT"],
  ["America/Santiago", "Chile Standard Time", "CLT", "Chile Summer Time", "CLST"],
  ["America/Sao_Paulo", "Brasilia Standard Time", "BRT"],
  ["America/Scoresbysund", "East Greenland Standard Time", "EGT", "Greenland Summer Time", "EGST"],
  ["America/St_Johns", "Newfoundland Standard Time", "NST", "Newfoundland Daylight Time", "NDT"],
  ["America/Whitehorse", "Yukon Time", "MST"],
  ["Antarctica/Davis", "Davis Time", "DAVT"],
  ["Antarctica/DumontDUrville", "Dumont d’Urville Time", "DDUT"],
  ["Antarctica/Mawson", "Mawson Time", "MAWT"],
  ["Antarctica/Rothera", "Rothera Time", "ROTT"],
  ["Antarctica/Syowa", "Syowa Time", "SYOT"],
  ["Antarctica/Vostok", "Vostok Time", "VOST"],
  ["Asia/Almaty", "East Kazakhstan Time", "ALMT"],
  ["Asia/Ashgabat", "Turkmenistan Standard Time", "TMT"],
  ["Asia/Baku", "Azerbaijan Standard Time", "AZT"],
  ["Asia/Bangkok", "Indochina Time", "ICT"],
  ["Asia/Bishkek", "Kyrgyzstan Time", "KGT"],
  ["Asia/Brunei", "Brunei Time", "BNT"],
  ["Asia/Dhaka", "Bangladesh Standard Time", "BDT"],
  ["Asia/Dili", "Timor-Leste Time", "TLT"],
  ["Asia/Dubai", "Gulf Standard Time", "GST"],
  ["Asia/Dushanbe", "Tajikistan Time", "TJT"],
  ["Asia/Hong_Kong", "Hong Kong Standard Time", "HKT"],
  ["Asia/Hovd", "Khovd Standard Time", "HOVT"],
  ["Asia/Irkutsk", "Irkutsk Standard Time", "IRKT"],
  ["Asia/Jakarta", "Western Indonesia Time", "WIB"],
  ["Asia/Jayapura", "Eastern Indonesia Time", "WIT"],
  ["Asia/Jerusalem", "Israel Standard Time", "IST", "Israel Daylight Time", "IDT"],
  ["Asia/Kabul", "Afghanistan Time", "AFT"],
  ["Asia/Kamchatka", "Kamchatka Standard Time", "PETT"],
  ["Asia/Karachi", "Pakistan Standard Time", "PKT"],
  ["Asia/Kathmandu", "Nepal Time", "NPT"],
  ["Asia/Krasnoyarsk", "Krasnoyarsk Standard Time", "KRAT"],
  ["Asia/Kuala_Lumpur", "Malaysia Time", "MYT"],
  ["Asia/Magadan", "Magadan Standard Time", "MAGT"],
  ["Asia/Makassar", "Central Indonesia Time", "WITA"],
  ["Asia/Manila", "Philippine Standard Time", "PST"],
  ["Asia/Omsk", "Omsk Standard Time", "OMST"],
  ["Asia/Oral", "West Kazakhstan Time", "ORAT"],
  ["Asia/Riyadh", "Arabian Standard Time", "AST"],
  ["Asia/Seoul", "Korean Standard Time", "KST"],
  ["Asia/Singapore", "Singapore Standard Time", "SGT"],
  ["Asia/Taipei", "Taiwan Standard Time", "CST"],
  ["Asia/Tashkent", "Uzbekistan Standard Time", "UZT"],
  ["Asia/Tbilisi", "Georgia Standard Time", "GET"],
  ["Asia/Tehran", "Iran Standard Time", "IRST"],
  ["Asia/Thimphu", "Bhutan Time", "BTT"],
  ["Asia/Ulaanbaatar", "Ulaanbaatar Standard Time", "ULAT"],
  ["Asia/Vladivostok", "Vladivostok Standard Time", "VLAT"],
  ["Asia/Yakutsk", "Yakutsk Standard Time", "YAKT"],
  ["Asia/Yangon", "Myanmar Time", "MMT"],
  ["Asia/Yekaterinburg", "Yekaterinburg Standard Time", "YEKT"],
  ["Asia/Yerevan", "Armenia Standard Time", "AMT"],
  ["Atlantic/Azores", "Azores Standard Time", "AZOT", "Azores Summer Time", "AZOST"],
  ["Atlantic/Cape_Verde", "Cape Verde Standard Time", "CVT"],
  ["Atlantic/South_Georgia", "South Georgia Time", "GST"],
  ["Atlantic/Stanley", "Falkland Islands Standard Time", "FKT"],
  ["Australia/Adelaide", "Australian Central Standard Time", "ACST", "Australian Central Daylight Time", "ACDT"],
  ["Australia/Eucla", "Australian Central Western Standard Time", "ACWST"],
  ["Australia/Lord_Howe", "Lord Howe Standard Time", "LHST", "Lord Howe Daylight Time", "LHDT"],
  ["Australia/Perth", "Australian Western Standard Time", "AWST"],
  ["Europe/Dublin", "Greenwich Mean Time", "GMT", "Irish Standard Time", "IST"],
  ["Europe/Istanbul", "Türkiye Standard Time", "TRT"],
  ["Europe/Samara", "Samara Standard Time", "SAMT"],
  ["Indian/Chagos", "Indian Ocean Time", "IOT"],
  ["Indian/Christmas", "Christmas Island Time", "CXT"],
  ["Indian/Cocos", "Cocos Islands Time", "CCT"],
  ["Indian/Kerguelen", "French Southern & Antarctic Time", "TFT"],
  ["Indian/Mahe", "Seychelles Time", "SCT"],
  ["Indian/Maldives", "Maldives Time", "MVT"],
  ["Indian/Mauritius", "Mauritius Standard Time", "MUT"],
  ["Indian/Reunion", "Réunion Time", "RET"],
  ["Pacific/Apia", "Samoa Standard Time", "WSST"],
  ["Pacific/Auckland", "New Zealand Standard Time", "NZST", "New Zealand Daylight Time", "NZDT"],
  ["Pacific/Chatham", "Chatham Standard Time", "CHAST", "Chatham Daylight Time", "CHADT"],
  ["Pacific/Chuuk", "Chuuk Time", "CHUT"],
  ["Pacific/Easter", "Easter Island Standard Time", "EAST", "Easter Island Summer Time", "EASST"],
  ["Pacific/Efate", "Vanuatu Standard Time", "VUT"],
  ["Pacific/Enderbury", "Phoenix Islands Time", "PHOT"],
  ["Pacific/Fakaofo", "Tokelau Time", "TKT"],
  ["Pacific/Fiji", "Fiji Standard Time", "FJT"],
  ["Pacific/Funafuti", "Tuvalu Time", "TVT"],
  ["Pacific/Galapagos", "Galapagos Time", "GALT"],
  ["Pacific/Gambier", "Gambier Time", "GAMT"],
  ["Pacific/Guadalcanal", "Solomon Islands Time", "SBT"],
  ["Pacific/Guam", "Chamorro Standard Time", "ChST"],
  ["Pacific/Kiritimati", "Line Islands Time", "LINT"],
  ["Pacific/Kosrae", "Kosrae Time", "KOST"],
  ["Pacific/Majuro", "Marshall Islands Time", "MHT"],
  ["Pacific/Marquesas", "Marquesas Time", "MART"],
  ["Pacific/Nauru", "Nauru Time", "NRT"],
  ["Pacific/Niue", "Niue Time", "NUT"],
  ["Pacific/Norfolk", "Norfolk Island Standard Time", "NFT", "Norfolk Island Daylight Time", "NFST"],
  ["Pacific/Noumea", "New Caledonia Standard Time", "NCT"],
  ["Pacific/Pago_Pago", "American Samoa Standard Time", "SST"],
  ["Pacific/Palau", "Palau Time", "PWT"],
  ["Pacific/Pitcairn", "Pitcairn Time", "PST"],
  ["Pacific/Pohnpei", "Pohnpei Time", "PONT"],
  ["Pacific/Port_Moresby", "Papua New Guinea Time", "PGT"],
  ["Pacific/Rarotonga", "Cook Islands Standard Time", "CKT"],
  ["Pacific/Tahiti", "Tahiti Time", "TAHT"],
  ["Pacific/Tarawa", "Gilbert Islands Time", "GILT"],
  ["Pacific/Tongatapu", "Tonga Standard Time", "TOT"],
  ["Pacific/Wake", "Wake Island Time", "WAKT"],
  ["Pacific/Wallis", "Wallis & Futuna Time", "WFT"],
];

const abbreviations = new Map<string, string>();
/** Names parsed by `zzzz` and abbreviations parsed by `z`, with their zones. */
const zonesByName = new Map([["Greenwich Mean Time", "GMT"]]);
const zonesByAbbreviation = new Map([["GMT", "GMT"]]);

for (const [zone, name, abbreviation, summerName, summerAbbreviation] of namedZones) {
  take(zone, name, abbreviation);
  // Names that apply all year: Pacific Time, PT.
  takeFirst(zonesByName, name.replace(" Standard Time", " Time"), zone);
  if (summerName?.includes("Daylight")) takeFirst(zonesByAbbreviation, abbreviation.replace(/ST$/, "T"), zone);
  if (summerName !== undefined && summerAbbreviation !== undefined) take(zone, summerName, summerAbbreviation);
}

function take(zone: string, name: string, abbreviation: string): void {
  takeFirst(abbreviations, name, abbreviation);
  takeFirst(zonesByName, name, zone);
  takeFirst(zonesByAbbreviation, abbreviation, zone);
}

function takeFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

/** UTC-like zones without a place; CLDR calls all of them Coordinated Universal Time. */
const universal: NameTable<readonly [name: string, abbreviation: string]> = nameTable({
  UTC: ["Coordinated Universal Time", "UTC"],
  GMT: ["Greenwich Mean Time", "GMT"],
  "Etc/GMT": ["Greenwich Mean Time", "GMT"],
});

/** Matches an offset that CLDR returns in place of a name. */
const OFFSET = /^(?:GMT|UTC)[+-]/;
const MAX_KEPT = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The name of a zone at an instant for `zzzz`, in the language of a locale (`readLocale`). Fixed-offset zones are named
 * by their offsets.
 */
export function zoneName(zone: TimeZone, ms: number, locale: string): string {
  const [name] = ownOf(universal, zone.name) ?? [];
  if (name !== undefined) return name;
  return zone.fixedOffsetMs === undefined ? nameByCldr(zone.name, ms, locale, "long") : zone.name;
}

/** The abbreviation of a zone at an instant for `z`. */
export function zoneAbbreviation(zone: TimeZone, ms: number, locale: string): string {
  const [, abbreviation] = ownOf(universal, zone.name) ?? [];
  if (abbreviation !== undefined) return abbreviation;
  if (zone.fixedOffsetMs !== undefined) return zone.name;
  const short = nameByCldr(zone.name, ms, locale, "short");
  // CLDR omits abbreviations that are not common in a country; java.time takes them from the tz database.
  if (!OFFSET.test(short)) return short;
  return abbreviations.get(nameByCldr(zone.name, ms, "en", "long")) ?? nameByCldr(zone.name, ms, "en", "longOffset");
}

/** The name of a zone that applies all year, for `v` (short) and `vvvv`. */
export function genericZoneName(zone: TimeZone, ms: number, long: boolean, locale: string): string {
  if (zone.fixedOffsetMs !== undefined || universal[zone.name])
    return long ? zoneName(zone, ms, locale) : zoneAbbreviation(zone, ms, locale);
  return nameByCldr(zone.name, ms, locale, long ? "longGeneric" : "shortGeneric");
}

/** The zone that `z` (an abbreviation) or `zzzz` parses from a text; undefined when there is none. */
export function zoneNamed(text: string, long: boolean): TimeZone | undefined {
  const zone = (long ? zonesByName : zonesByAbbreviation).get(text);
  return zone === undefined ? undefined : timeZone(zone);
}

/** The names that `zzzz` parses. */
export function namesOfZones(): Iterable<string> {
  return zonesByName.keys();
}

function nameByCldr(
  zone: string,
  ms: number,
  locale: string,
  style: NonNullable<Intl.DateTimeFormatOptions["timeZoneName"]>,
): string {
  const key = `${zone} ${locale} ${style}`;
  let format = formats.get(key);
  if (!format) {
    const tag = (locale === "" ? undefined : localeTag(locale)) ?? "en-US";
    format = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: style });
    if (formats.size >= MAX_KEPT) formats.clear();
    formats.set(key, format);
  }
  return format.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
