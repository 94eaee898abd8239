/** Snowball's stemmer for Basque. */
import { type NameTable, nameTable } from "../../../core/names.ts";
import { LongestEnding, regionsOf } from "../longest-ending.ts";

const verbs = new LongestEnding({
  inRv: `
    le la tzaile aldatu atu tzailea taile tailea pera gale galea gura kura kor korra or orra tun tuna gaitz gaitza kaitz kaitza ezin ezina
    tezin tezina errez erreza karri karria tzaga tzaka tzake tzeke ez eza tzez keta eta etan pen pena tze atze kuntza kunde kundea kune
    kunea kuna kera era kizun kizuna dura tura men mena go ago tio taldi taldia aldi aldia gune gunea bide bidea pide pidea gai gaia ki
    kin rekin kina kari karia ari tari etari gailu gailua kide kidea ide idea du ka kan an ean tu lari tatu rean tarazi arazi tzat bera
    dako`,
  inR2: "garri garria tza",
  kept: "atseden arabera baditu",
});
const nouns = new LongestEnding({
  inRv: `
    ari aria bizia kari karia lari laria tari taria zain zaina tzain tzaina zale zalea tzale tzalea aizun orde ordea burua ohi ohia kintza
    gintzo gintzu tzu tzua tzo tzoa kuntza talde taldea eria keria teria di za ada tara etara tra ta tegi tegia keta z zko zkoa ti tia tsu
    tsua zu zua bera pera zto ztoa asi asia gile gilea estu estua larri larria nahi nahia koi koia oi oia goi min mina dun duna duru durua
    duri duria os osa oso osoa ar ara tar dar dara tiar tiara liar liara gabe gabea kabe kabea ga ge kada tasun tasuna asun asuna go mendu
    mendua mentu mentua mendi mendia zio zioa zino zinoa zione zionea ezia degi degia egi egia toki tokia leku lekua gintza alde aldea
    kalde kaldea gune gunea une unea una pe pea gibel gibela ondo ondoa arte artea aurre aurrea etxe etxea ola ontzi ontzia gela denda
    taldi taldia aldi aldia te tea zaro zaroa taro taroa oro oroa aro aroa ero eroa eroz eroza ka kan kana tako etako takoa kote kotea
    tzar tzarra handi handia kondo kondoa skila no noa ño ñoa ska xka zka tila to toa tto ttoa txo txoa txu txua anda anga urren urrena
    gai gaia gei geia eme emea kume kumea sa ko eko koa ena enea ne nea kor korra ez eza eta etan ki kia kin kina tu tua du dua ek tarik
    tariko tan ordu ordua oste ostea tzara ra antza behar ro giro ak zp ket kail kaila ail kirri kirria ngo ngoa ñi sko sta koitz koitza
    na garren garrena kera gerren gerrena garna kide tz tuko`,
  inR2: "ora garri garria or buru ren tza",
  inR1: "tzen ten en tatu",
  shortened: "joka trako minutuko",
  kept: "zehar geldi igaro aurka",
});
const adjectives = new LongestEnding({
  inRv: "era ero go tate tade date dade keria ki to ro la gi larik lanik ik ztik rik",
  shortened: "zlea",
});
const shortForms: NameTable<string> = nameTable({ joka: "jok", trako: "tra", minutuko: "minutu", zlea: "z" });

interface Regions {
  readonly rv: number;
  readonly r1: number;
  readonly r2: number;
}

/** The part of a word that is still looked at, and what stands behind it for good. */
interface Parts {
  readonly head: string;
  readonly tail: string;
}

export function stemBasque(word: string): string {
  const regions = { rv: verbRegion(word), ...regionsOf(word, /[aeiou][^aeiou]/) };
  let parts: Parts = { head: word, tail: "" };
  for (const endings of [verbs, nouns]) {
    for (let next = shorter(parts, endings, regions); next !== undefined; next = shorter(parts, endings, regions))
      parts = next;
  }
  parts = shorter(parts, adjectives, regions) ?? parts;
  return parts.head + parts.tail;
}

/** Takes one ending off, or goes on before it; undefined when none fits. */
function shorter({ head, tail }: Parts, endings: LongestEnding, regions: Regions): Parts | undefined {
  const found = endings.find(head);
  if (found === undefined) return undefined;
  const rest = head.slice(0, found.at);
  switch (found.group) {
    case "kept":
      return { head: rest, tail: head.slice(found.at) + tail };
    case "shortened":
      return { head: rest, tail: shortForms[head.slice(found.at)]! + tail };
    case "inR1":
      return found.at >= regions.r1 ? { head: rest, tail } : undefined;
    case "inR2":
      return found.at >= regions.r2 ? { head: rest, tail } : undefined;
    default:
      return found.at >= regions.rv ? { head: rest, tail } : undefined;
  }
}

function verbRegion(word: string): number {
  const found =
    /^[aeiou][^aeiou][^aeiou]*[aeiou]/.exec(word) ??
    /^[aeiou][aeiou]+[^aeiou]/.exec(word) ??
    /^[^aeiou][^aeiou][^aeiou]*[aeiou]/.exec(word) ??
    /^[^aeiou][aeiou]./.exec(word);
  return found?.[0].length ?? word.length;
}
