/**
 * Sentences of the Universal Declaration of Human Rights, and `token@position` as the analyzers of Lucene 9.12.2 (that
 * of Elasticsearch
 * 8.19) make of them; recorded from the library itself.
 */
export const recordedTokens: readonly (readonly [analyzer: string, text: string, tokens: string])[] = [
  [
    "arabic",
    "ولما كان تناسي حقوق الإنسان وازدراؤها قد أفضيا إلى أعمال همجية آذت الضمير الإنساني. وكان غاية ما يرنو إليه عامة البشر انبثاق عالم يتمتع فيه الفرد بحرية القول والعقيدة ويتحرر من الفزع والفاقة.",
    "لما@0 تناس@2 حقوق@3 انس@4 ازدراؤ@5 افضيا@7 اعمال@9 همج@10 اذت@11 ضمير@12 انسان@13 غا@15 يرنو@17 يه@18 عام@19 بشر@20 انبثاق@21 عالم@22 يتمتع@23 فرد@25 بحر@26 قول@27 عقيد@28 يتحرر@29 فزع@31 فاق@32",
  ],
  [
    "armenian",
    "Քանզի անհրաժեշտ է, որպեսզի մարդը, որպես մի վերջին միջոցի, չդիմի ապստամբության ընդդեմ բռնության ու ճնշման, օրենքի իշխանությամբ պաշտպանել մարդու իրավունքները․",
    "քանզի@0 անհրաժեշտ@1 որպեսզ@3 մարդը@4 վերջ@7 միջ@8 չդիմի@9 ապստամբ@10 ընդդեմ@11 բռնությ@12 ճնշման@14 օր@15 իշխանությ@16 պաշտպա@17 մարդ@18 իրավ@19",
  ],
  [
    "basque",
    "Kontuan izanik ezinbestekoa dela giza eskubideak zuzenbidezko erregimen batek babestea, gizakia-tirania eta zapalkuntzaren aurkako azken irtenbidea den matxinadara jo beharrean aurkitu ez dadin;",
    "kon@0 izan@1 ezinbes@2 dela@3 giza@4 eskubide@5 zuzenbide@6 erre@7 babes@9 giza@10 tirania@11 zapal@13 aurka@14 azk@15 ir@16 den@17 matxi@18 jo@19 behar@20 aur@21 dadin@23",
  ],
  [
    "bengali",
    "যেহেতু মানুষ যাতে অত্যাচার ও উত্‍পীড়নের মুখে সর্বশেষ উপায় হিসেবে বিদ্রোহ করতে বাধ্য না হয় সেজন্য আ‌ইনের শাসন দ্বারা মানবাধিকার সংরক্ষণ করা অতি প্রয়োজনীয়;",
    "যেহেতু@0 মানুস@1 যা@2 অতাচার@3 উতপিরন@5 মুখ@6 সররসেস@7 উপায়@8 হিসে@9 বিদ্রোহ@10 কর@11 বাধ@12 সেজন@15 আ‌ইন@16 সাসন@17 দা@18 মানবাধিকার@19 সংরক্সন@20 অত@22 প্রয়োজনিয়@23",
  ],
  [
    "brazilian",
    "Considerando ser essencial que os direitos humanos sejam protegidos pelo império da lei, para que o ser humano não seja compelido, como último recurso, à rebelião contra a tirania e a opressão,",
    "consider@0 ser@1 essencial@2 direit@5 human@6 sej@7 proteg@8 imperi@10 lei@12 par@13 ser@16 human@17 nao@18 compel@20 ultim@22 recurs@23 à@24 rebelia@25 tiran@28 opressa@31",
  ],
  [
    "bulgarian",
    "Като взе предвид, че е необходимо правата на човека да бъдат закриляни от закона така, че човек да не бъде принуждаван да прибягва към бунт срещу тиранията и потисничеството, като последен изход,",
    "взе@1 предвид@2 необходим@5 прав@6 човек@8 закрилян@11 закон@13 човек@16 принуждаван@20 прибягв@22 бунт@24 тирани@26 потисничеств@28 последн@30 изход@31",
  ],
  [
    "catalan",
    "Considerant que és essencial que els drets humans siguin protegits per un règim de dret per tal que les persones no es vegin forçades, com a últim recurs, a la rebel·lió contra la tirania i l’opressió,",
    "consider@0 essenc@3 dret@6 human@7 sigu@8 proteg@9 regim@12 dret@14 person@19 veg@22 forç@23 ultim@26 recur@27 rebel.l@30 tiran@33 opres@35",
  ],
  [
    "cjk",
    "人権の無視及び軽侮が、人類の良心を踏みにじった野蛮行為をもたらし、言論及び信仰の自由が受けられ、恐怖及び欠乏のない世界の到来が、一般の人々の最高の願望として宣言されたので、",
    "人権@0 権の@1 の無@2 無視@3 視及@4 及び@5 び軽@6 軽侮@7 侮が@8 人類@9 類の@10 の良@11 良心@12 心を@13 を踏@14 踏み@15 みに@16 にじ@17 じっ@18 った@19 た野@20 野蛮@21 蛮行@22 行為@23 為を@24 をも@25 もた@26 たら@27 らし@28 言論@29 論及@30 及び@31 び信@32 信仰@33 仰の@34 の自@35 自由@36 由が@37 が受@38 受け@39 けら@40 られ@41 恐怖@42 怖及@43 及び@44 び欠@45 欠乏@46 乏の@47 のな@48 ない@49 い世@50 世界@51 界の@52 の到@53 到来@54 来が@55 一般@56 般の@57 の人@58 々@59 の最@60 最高@61 高の@62 の願@63 願望@64 望と@65 とし@66 して@67 て宣@68 宣言@69 言さ@70 され@71 れた@72 たの@73 ので@74",
  ],
  [
    "czech",
    "že zneuznání lidských práv a pohrdání jimi vedlo k barbarským činům, urážejícím svědomí lidstva, a že vybudování světa, ve kterém lidé, zbavení strachu a nouze, se budou těšiti svobodě projevu a přesvědčení, bylo prohlášeno za nejvyšší cíl lidu,",
    "že@0 zneuznán@1 lidsk@2 práv@3 pohrdán@5 jim@6 vedl@7 barbarsk@9 čin@10 urážejík@11 svědom@12 lidstv@13 že@15 vybudován@16 svět@17 ktr@19 lid@20 zbavn@21 strach@22 nouh@24 bud@26 těšit@27 svobod@28 projv@29 přesvědčn@31 prohlášn@33 nejvyšš@35 cíl@36 lid@37",
  ],
  [
    "danish",
    "da det er af afgørende betydning, at menneskerettighederne beskyttes af loven, hvis ikke mennesket som en sidste udvej skal tvinges til at gøre oprør mod tyranni og undertrykkelse,",
    "afgør@4 betydning@5 menneskerettighed@7 beskyt@8 lov@10 mennesk@13 sidst@16 udvej@17 tving@19 gør@22 oprør@23 tyranni@25 undertryk@27",
  ],
  [
    "dutch",
    "Overwegende, dat het van het grootste belang is, dat de rechten van de mens beschermd worden door de suprematie van het recht, opdat de mens niet gedwongen worde om in laatste instantie zijn toevlucht te nemen tot opstand tegen tyrannie en onderdrukking;",
    "overweg@0 grootst@5 belang@6 recht@10 men@13 beschermd@14 suprematie@18 recht@21 opdat@22 men@24 gedwong@26 word@27 laatst@30 instantie@31 toevlucht@33 nem@35 opstand@37 tyrannie@39 onderdruk@41",
  ],
  [
    "english",
    "Whereas it is essential, if man is not to be compelled to have recourse, as a last resort, to rebellion against tyranny and oppression, that human rights should be protected by the rule of law,",
    "wherea@0 essenti@3 man@5 compel@10 have@12 recours@13 last@16 resort@17 rebellion@19 against@20 tyranni@21 oppress@23 human@25 right@26 should@27 protect@29 rule@32 law@34",
  ],
  [
    "estonian",
    "pidades silmas vajadust, et inimõigusi kaitseks seaduse võim selleks, et inimene ei oleks sunnitud viimase abinõuna üles tõusma türannia ja rõhumise vastu; ja",
    "pida@0 sil@1 vaja@2 inimõigusi@4 kaitse@5 seaduse@6 võim@7 selle@8 inimene@10 ole@12 sunni@13 viimase@14 abinõuna@15 tõus@17 türannia@18 rõhumise@20",
  ],
  [
    "finnish",
    "kun on välttämätöntä, että ihmisoikeudet turvataan oikeusjärjestyksellä, jotta ihmisten ei olisi pakko viimeisenä keinona nousta kapinaan pakkovaltaa ja sortoa vastaan,",
    "välttämätön@2 ihmisoikeud@4 turv@5 oikeusjärjestyks@6 jot@7 ihmist@8 pako@11 viimeis@12 keino@13 nous@14 kap@15 pakkovalt@16 sorto@18 vas@19",
  ],
  [
    "french",
    "Considérant qu’il est essentiel que les droits de l’homme soient protégés par un régime de droit pour que l’homme ne soit pas contraint, en suprême recours, à la révolte contre la tyrannie et l’oppression,",
    "considerant@0 est@2 esentiel@3 droit@6 home@8 proteg@10 regim@13 droit@15 home@18 contraint@22 suprem@24 recou@25 revolt@28 contr@29 tyran@31 opresion@33",
  ],
  [
    "galician",
    "Esencial que os dereitos da persoa sexan protexidos por un ríxime de dereito, co fin de que a persoa non se vexa compelida ó supremo recurso da rebelión contra a tiranía e a opresión;",
    "esenc@0 d@3 perso@5 sex@6 protex@7 rixim@10 d@12 fin@14 perso@18 vex@21 compel@22 supr@24 recurs@25 rebel@27 contr@28 tiran@30 opres@33",
  ],
  [
    "german",
    "da es notwendig ist, die Menschenrechte durch die Herrschaft des Rechtes zu schützen, damit der Mensch nicht gezwungen wird, als letztes Mittel zum Aufstand gegen Tyrannei und Unterdrückung zu greifen,",
    "notwendig@2 menschenrecht@5 herrschaft@8 recht@10 schutz@12 mensch@15 gezwung@17 letzt@20 mittel@21 aufstand@23 tyrannei@25 unterdruckung@27 greif@29",
  ],
  [
    "greek",
    "Επειδή έχει ουσιαστική σημασία να προστατεύονται τα ανθρώπινα δικαιώματα από ένα καθεστώς δικαίου, ώστε ο άνθρωπος να μην αναγκάζεται να προσφεύγει, ως έσχατο καταφύγιο, στην εξέγερση κατά της τυραννίας και της καταπίεσης.",
    "επειδ@0 εχ@1 ουσιαστικ@2 σημασ@3 προστατευ@5 ανθρωπιν@7 δικαιωμα@8 ενα@10 καθεστ@11 δικαι@12 ωστ@13 ανθρωπ@15 αναγκαζ@18 προσφευγ@20 εσχατ@22 καταφυγι@23 εξεγερσ@25 τυραννι@28 καταπιεσ@31",
  ],
  [
    "hindi",
    "चूंकि अगर अन्याययुक्त शासन और जुल्म के विरुद्घ लोगों को विद्रोह करने के लिए—उसे ही अन्तिम उपाय समझ कर—मजबूर नहीं हो जाना है, तो कानून द्वारा नियम बनाकर मानव अधिकारों की रक्षा करना अनिवार्य है,",
    "चुंक@0 अगर@1 अंयाययुकत@2 शासन@3 जुलम@5 विरुदघ@7 लोग@8 विदरोह@10 अंतिम@16 उपाय@17 समझ@18 मजबुर@20 जा@23 कानुन@26 नियम@28 बन@29 मानव@30 अधिकार@31 रकष@33 अनिवारय@35",
  ],
  [
    "hungarian",
    "Tekintettel annak fontosságára, hogy az emberi jogokat a jog uralma védelmezze, nehogy az ember végső szükségében a zsarnokság és az elnyomás elleni lázadásra kényszerüljön,",
    "tekint@0 fontosság@2 ember@5 jog@6 jog@8 uralm@9 védelmezz@10 nehogy@11 ember@13 végső@14 szükség@15 zsarnokság@17 elnyomás@20 ellen@21 lázadás@22 kényszerülj@23",
  ],
  [
    "indonesian",
    "Menimbang bahwa hak-hak asasi manusia perlu dilindungi oleh peraturan hukum supaya orang tidak akan terpaksa memilih pemberontakan sebagai usaha terakhir guna menentang kelaliman dan penindasan,",
    "imbang@0 hak@2 hak@3 asasi@4 manusia@5 perlu@6 lindung@7 atur@9 hukum@10 orang@12 paksa@15 ilih@16 ontak@17 usaha@19 akhir@20 guna@21 entang@22 lalim@23 tindas@25",
  ],
  [
    "irish",
    "De Bhrí gur ghabhadar na Stát-Chomhaltaí faoi chuing ghealltanais go ndéanfaid, i gcomhar leis na Náisiúin Aontaithe, urraim uile-choiteann éifeachtach d'áirithiú do chearta agus do shaoirsí bunúsacha an duine.",
    "brí@1 gabhadar@3 stát@5 comhaltaí@6 cuing@8 gealltanais@9 déanfaid@11 comhar@13 náisiúin@16 aontaithe@17 urraim@18 uile@19 coiteann@20 éifeacht@21 áirithiú@22 cearta@24 saoirsí@27 bunúsacha@28 duine@30",
  ],
  [
    "italian",
    "Considerato che è indispensabile che i diritti umani siano protetti da norme giuridiche, se si vuole evitare che l'uomo sia costretto a ricorrere, come ultima istanza, alla ribellione contro la tirannia e l'oppressione;",
    "considerat@0 indispensabil@3 diritt@6 umani@7 protett@9 norme@11 giuridic@12 vuole@15 evitar@16 uomo@18 costrett@20 ricorrer@22 ultim@24 istanz@25 ribellion@27 tirann@30 oppression@32",
  ],
  [
    "latvian",
    "ievērojot, ka nepieciešams, lai cilvēka tiesības aizsargātu likuma spēks un cilvēks nebūtu spiests izmantot kā pēdējo līdzekli sacelšanos pret tirāniju un apspiestību, un",
    "ievērojot@0 nepieciešam@2 cilvēk@4 tiesīb@5 aizsargāt@6 likum@7 spēk@8 cilvēk@10 nebūt@11 spiest@12 izmantot@13 pēdēj@15 līdzekl@16 sacelšan@17 tirānij@19 apspiestīb@21",
  ],
  [
    "lithuanian",
    "atsižvelgdama į tai, jog būtinai reikia, kad žmogaus teises saugotų įstatymo galia, dėl to, kad jis nebūtų priverstas imtis, kaip kraštutinės priemonės, sukilimo prieš tironiją ir priespaudą;",
    "atsižvelg@0 būtin@4 reik@5 žmog@7 teis@8 saug@9 įstatym@10 gal@11 nebūt@16 priverst@17 imt@18 kraštutin@20 priemon@21 sukilim@22 tironij@24 priespaud@26",
  ],
  [
    "norwegian",
    "da det er nødvendig at menneskerettighetene blir beskyttet av loven for at menneskene ikke skal tvinges til som siste utvei å gjøre opprør mot tyranni og undertrykkelse,",
    "nødvend@3 menneskerett@5 beskytt@7 lov@9 mennesk@12 tving@15 sist@18 utvei@19 gjør@21 opprør@22 tyranni@24 undertrykk@26",
  ],
  [
    "persian",
    "از آنجا که عدم شناسائی و تحقیر حقوق بشر منتهی به اعمال وحشیانه‌ای گردیده است که روح بشریت را بعصیان واداشته و ظهور دنیائی که در آن افراد بشر در بیان و عقیده آزاد و از ترس و فقر فارغ باشند بعنوان بالاترین آمال بشر اعلام شده است،",
    "عدم@3 شناسائي@4 تحقير@6 حقوق@7 بشر@8 منتهي@9 اعمال@11 وحشيانه@12 گرديده@14 روح@17 بشريت@18 بعصيان@20 واداشته@21 ظهور@23 دنيائي@24 افراد@28 بشر@29 بيان@31 عقيده@33 ازاد@34 ترس@37 فقر@39 فارغ@40 بعنوان@42 بالاترين@43 امال@44 بشر@45 اعلام@46",
  ],
  [
    "portuguese",
    "Considerando que é essencial a protecção dos direitos humanos através de um regime de direito, para que os seres humanos não sejam compelidos, em supremo recurso, à revolta contra a tirania e a opressão;",
    "considerand@0 é@2 essencial@3 protecca@5 direit@7 human@8 atrave@9 regim@12 direit@14 ser@18 human@19 compelid@22 suprem@24 recurs@25 revolt@27 contr@28 tirani@30 opressa@33",
  ],
  [
    "romanian",
    "Considerând că este esențial ca drepturile omului să fie ocrotite de autoritatea legii pentru ca omul să nu fie silit să recurgă, ca soluție extremă, la revoltă împotriva tiraniei și asupririi,",
    "consider@0 esențial@3 dreptur@5 om@6 ocrot@9 autor@11 leg@12 om@15 silit@19 recurg@21 soluț@23 extrem@24 revolt@26 tiran@28 și@29 asuprir@30",
  ],
  [
    "russian",
    "принимая во внимание, что необходимо, чтобы права человека охранялись властью закона в целях обеспечения того, чтобы человек не был вынужден прибегать, в качестве последнего средства, к восстанию против тирании и угнетения; и",
    "приним@0 вниман@2 необходим@4 прав@6 человек@7 охраня@8 власт@9 закон@10 цел@12 обеспечен@13 вынужд@19 прибега@20 качеств@22 последн@23 средств@24 восстан@26 прот@27 тиран@28 угнетен@30",
  ],
  [
    "serbian",
    "пошто је битно да права човека буду заштићена правним системом како човек не би био приморан да као крајњем излазу прибегне побуни против тираније и угњетавања;",
    "post@0 bitn@2 da@3 prav@4 covek@5 zasticen@7 pravn@8 sistem@9 kak@10 covek@11 primora@15 da@16 ka@17 krajn@18 izlaz@19 pribegn@20 pobun@21 protiv@22 tiranij@23 ugnetavanj@25",
  ],
  [
    "sorani",
    "Herweki bingehî ye ku mafên mirov ji alî rejîmeke hiqûqî bên parastin ji bo ku mirov mecbûr nemîne, wek çara dawîn, li dijî zorkarî û zulmê rabe,",
    "herweki@0 bingehî@1 ye@2 ku@3 mafên@4 mirov@5 ji@6 alî@7 rejîmeke@8 hiqûqî@9 bên@10 parastin@11 ji@12 bo@13 ku@14 mirov@15 mecbûr@16 nemîne@17 wek@18 çara@19 dawîn@20 li@21 dijî@22 zorkarî@23 û@24 zulmê@25 rabe@26",
  ],
  [
    "spanish",
    "Considerando esencial que los derechos humanos sean protegidos por un régimen de Derecho, a fin de que el hombre no se vea compelido al supremo recurso de la rebelión contra la tiranía y la opresión;",
    "considerand@0 esencial@1 derech@4 human@5 protegid@7 regimen@10 derech@12 fin@14 hombr@18 vea@21 compelid@22 suprem@24 recurs@25 rebelion@28 tirani@31 opresion@34",
  ],
  [
    "swedish",
    "enär det är väsentligt för att icke människan skall tvingas att som en sista utväg tillgripa uppror mot tyranni och förtryck, att de mänskliga rättigheterna skyddas genom lagens överhöghet,",
    "enär@0 väsent@3 människan@7 skall@8 tving@9 sist@13 utväg@14 tillgrip@15 uppr@16 tyranni@18 förtryck@20 mänsk@23 rätt@24 skydd@25 genom@26 lag@27 överhög@28",
  ],
  [
    "turkish",
    "İnsanin zulüm ve baskıya karşı son çare olarak ayaklanmaya mecbur kalmaması için insan haklarının bir hukuk rejimi ile korunmasının esaslı bir zaruret olmasına,",
    "insa@0 zul@1 baskı@3 karşı@4 son@5 çare@6 ayaklanma@8 mecbur@9 kalmamas@10 in@12 hak@13 hukuk@15 rej@16 korunma@18 esaslı@19 zaruret@21 olma@22",
  ],
];
