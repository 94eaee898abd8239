/** ICU's script numbers: indices of their four-letter codes (ICU's UScript, version 74; they never change). */
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

/** Groups in order of their numbers. */
const GROUPS: readonly string[] = ["space", "punct", "symbol", "currency", "digit"];

/** The number of a script or group as named in `[reorder]` and `@colReorder`; undefined when there is none. */
export function reorderCode(name: string): number | undefined {
  const lower = name.toLowerCase();
  const group = GROUPS.indexOf(lower);
  if (group >= 0) return FIRST_GROUP + group;
  return numbers.get(lower === "others" ? "zzzz" : lower);
}
