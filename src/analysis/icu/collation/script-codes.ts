/**
 * Numbers that data of ICU have for scripts: the places of their codes of four letters (ICU's UScript, of version 74;
 * they never change).
 */
import { FIRST_GROUP } from "./script-reordering.ts";

const CODES =
  "ZyyyZinhArabArmnBengBopoCherCoptCyrlDsrtDevaEthiGeorGothGrekGujrGuruHaniHangHebrHiraKndaKanaKhmrLaooLatnMlymMongMymrOgamItalOrya" +
  "RunrSinhSyrcTamlTeluThaaThaiTibtCansYiiiTglgHanoBuhdTagbBraiCprtLimbLinbOsmaShawTaleUgarHrktBugiGlagKharSyloTaluTfngXpeoBaliBatk" +
  "BlisBrahChamCirtCyrsEgydEgyhEgypGeokHansHantHmngHungIndsJavaKaliLatfLatgLepcLinaMandMayaMeroNkooOrkhPermPhagPhnxPlrdRoroSaraSyre" +
  "SyrjSyrnTengVaiiVispXsuxZxxxZzzzCariJpanLanaLyciLydiOlckRjngSaurSgnwSundMoonMteiArmiAvstCakmKoreKthiManiPhliPhlpPhlvPrtiSamrTavt" +
  "ZmthZsymBamuLisuNkgbSarbBassDuplElbaGranKpelLomaMendMercNarbNbatPalmSindWaraAfakJurcMrooNshuShrdSoraTakrTangWoleHluwKhojTirhAghb" +
  "MahjAhomHatrModiMultPaucSiddAdlmBhksMarcNewaOsgeHanbJamoZsyeGonmSoyoZanbDogrGongMakaMedfRohgSogdSogoElymHmnpNandWchoChrsDiakKits" +
  "YeziCpmnOugrTnsaTotoVithKawiNagm";

/** Numbers by lower-case code. */
const numbers: ReadonlyMap<string, number> = new Map(
  (CODES.match(/.{4}/g) ?? []).map((code, index) => [code.toLowerCase(), index]),
);

/** Groups in the order of their numbers. */
const GROUPS: readonly string[] = ["space", "punct", "symbol", "currency", "digit"];

/** The number of a script or group as `[reorder]` and `@colReorder` name it; undefined: there is none. */
export function reorderCode(name: string): number | undefined {
  const lower = name.toLowerCase();
  const group = GROUPS.indexOf(lower);
  if (group >= 0) return FIRST_GROUP + group;
  return numbers.get(lower === "others" ? "zzzz" : lower);
}
