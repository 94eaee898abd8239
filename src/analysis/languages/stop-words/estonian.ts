/** Stop words of Estonian: the list of Lucene (Apache-2.0). */
export const estonianStopWords = `
a aa abil adaa adjöö ae aegu aegus aga ah ah-ah-ah ah-haa ahaa ahah ahoi ai aidaa aidu-raidu aih aijeh aina ainult aituma aitäh aitüma alalt
alates alati alguks algul algule algult alguni all alla allapoole alles allpool alt altpoolt alul alutsi ammuu amps ampsti aptsih arvel
asemel asemele ass at at-at-at ata atsih atsihh auh b bai-bai bingo braavo brr c d e eales ealeski edasi edaspidi ee eeh eel eeli eelkõige
eelmine eemal ees eesotsas eespool eest eestotsast ega eh eh-eh-ee eh-eh-hee ehee eheh ehei ehh ehhee ehk ehkki ei eikeegi eimiski einoh eks
elik ellik emb-kumb ena enam end enda enese enge enim enne ennegu ennem ennäe ennäh ent esialgu esitsi et ette etteotsa f fuh fui fuih g h
haa haaval hah hah-hah-hah hahaa hakkama halleluuja hallo halloo hass he-he-hee heaks hee heh hei heldeke(ne) heureka hihii hip-hip-hurraa
hmh hmjah hoh-hoh-hoo hohoo hoi hollallaa hommikupoole hoo hoolimata hoopis hoplaa hopp hops hopsassaa hopsti hosianna huh huidii huist
hulgas hulgast hulka hurjah hurjeh hurjoh hurjuh hurraa huu hä-hä-hää häh hõhõh hõi hõissa hõissassa hõk hõkk hüvasti i iga iganes igasugune
igatahes igati igaüks ih-ah-haa ih-ih-hii ii-ha-ha iial iialgi ikka ikkagi ilma ilmaski ise iseenda iseenese iseenesest isegi isesugune
issake issakene isver j ja ja-ah jaa-ah jaah jah jalgu jalus jalust janäe jaoks jeeh jeerum jeever jessas jestas jooksul ju juba juhhei
juhul jumalaga jumalime jumaluke jumalukene just justkui jutas juurde juures juurest jälil jälile järel järele järelikult järelt järgi
järgmine k ka kaaps kaapsti kaasas kaasike kae kah kallal kallale kallalt kalps kalpsti kamul kannul kannule kannult kannäe kanäe kappadi
kaps kapsti karkäuh karkääks karkääksti karkõmm karmauh karmauhti karnaps karnapsti karniuhti karpartsaki karpauh karpauhti karplauh
karplauhti karprauh karprauhti karsumdi karsumm kartsumdi kartsumm karviuh karviuhti kas kaske kassa kasvõi kaudu kauh kauhti kaupa keda
keegi keh keksti kepsti kes keset kesk keskel keskele keskelt keskis keskpaiku kestahes kestel kestes khe khm kih kiiks kiiksti kiis kiiss
kikerii kikerikii kilda kili kilk kilk-kõlk kilks kilks-kolks kilks-kõlks kill kill-kõll killa-kolla killa-kõlla killadi killadi-kõlladi
killadi|-kolladi killas killast kimps-komps kimpu kimpus kipp kips-kõps kiriküüt kirr-kõrr kirra-kõrra kirts kiuste klaps klapsti klirdi
klirr klonks klops klopsti klu-kluu kluk kläu klõks klõksti klõmdi klõmm klõmpsti klõnks klõnksti klõps klõpsti kogu koguni kohal kohale
kohalt kohaselt kohati kohe kohta kohva-kohva kok kokku koks koksti kolaki kolk kolks kolksti koll kolladi komp komps kompsti koos kop kopp
koppadi kops kopsti korral kossu kotsu kraa kraak kraaks kraaps kraapsti krahh kraks kraksti kraps krapsti krauh krauhti kriiks kriiksti
kriips kriips-kraaps kripa-krõpa krips-kraps kriuh kriuks kriuksti kromps kronk kronks krooks kruu kräu kräuh kräuhti kräuks krõks krõksti
krõpa krõps krõpsti krõuh kss kuhu kuhugi kuhupoole kui kuid kuidagi kuidas kuigi kuivõrd kukeleegu kukil kukile kukilt kukku kuku kulu
kulul kumb kumbki kuna kunagi kuni kurluu kurnäu kus kusagil kusjuures kuskil kuspool kuss kussu kust kustpoolt kut käekõrval käekõrvale
käekõrvalt käes käest kärr kärts kärtsti käsikäes kätte käuks käuksti kääga kääks kääksti kõige kõigepealt kõik kõks kõksti kõldi kõlks
kõlksti kõll kõmaki kõmdi kõmm kõmps kõpp kõps kõpsadi kõpsat kõpsti kõrr kõrra-kõrra kõrva kõrval kõrvale kõrvalt kõrvas kõrvast kõss kõtt
kõõksti köh köki-möki köksti külge küljes küljest küll küüsi küüsis küüsist l laks laksti lampsti lappi larts lartsti lats latsti leelo
legoo lehva ligi ligidal ligidale ligidalt liiga liiri-lõõri lika-lõka likat-lõkat limpsti lips lipsti lirts lirtsaki lirtsti lisaks lonksti
lool lops lopsti lorts lortsti luks lups lupsti lurts lurtsti läbi lähedal lähedale lähedalt lärts lärtsti läts lätsti lõks lõksti lõmps
lõmpsti lõnks lõnksti lörts lörtsti lötsti lööps lööpsti m m-mh man mant manu marss mats matsti mauh mauhti meelest meiesugune meietaoline
mh mhh mhmh miau midagi mihuke mihukene miks mil millal millalgi milletaoline milline mina minake minema mingi mingisugune minusugune
minutaoline mis miski miskisugune mispärast missugune mistab mistahes mistõttu misuke mitmes mitmesugune mitte mitu mitu-mitu mitu-setu mjaa
mkm mnjaa mnjah moens muide muidu muidugi muist mujal mujale mujalt mulks mulksti mull-mull mull-mull-mull muu muudkui muuh mäh mäherdune
mäts mäu mää määrane mõh mõlema mõlemad mõmm mõnda mõne mõnesugune mõni mõnikord mõningane mõningas möh möh-öh-ää möö mööda müh-müh mühüh
müks müksti müraki mürr mürts mürtsaki mürtsti müt-müt müt-müt-müt müta-mäta müta-müta mütaku müts mütsti mütt n naa naah naasugune nagu nah
nahas nahka nahkas najal najale najalt naks naksti nanuu naps napsti need nemad nendesugune nendetaoline nigu nihuke nihukene nii niikaua
niimitu niimoodi niipaljuke niisama niisamasugune niisiis niisugune niivõrd nilpsti ning nipsti nirr nisuke nisukene niuh niuh-näuh niuhti
noh noksti nolpsti nonoh nonoo nonäh noo nooh nooks norr nurr nuuts näeh näh nälpsti nämm-nämm näpsti näts nätsti näu näuh näuhti näuks
näuksti nääh nääks nõh nõhh nõjal nõjale nõka-nõka nõks nõks-nõks nõksat-nõksat nõksti nõnda nõõ nõõh nühkat-nühkat nüüd o oeh oh oh-hoi
oh-hoo oh-oh-hoo oh-oh-oo ohh ohhh ohoh ohoi ohoo oi oih oijee oijeh olema olgugi oma omaenese omaette omakorda omasugune omataoline
omavahel ometi oo oo-oh oo-ohh ooh oot ossa ot otsa otsas otsast otsekui otsenagu p paa pah pahh paigale paigu paiku paitsi pakaa palju
palju-palju paljuke pamm pantsti pardon pardonks parlartsti parts partsti partsumdi partsumm pastoi pats patst patsti pau pauh pauhti
peaaegu peagi peal peale pealepoole pealpool pealt pealtpoolt peamiselt pele perra perrä pfui phuh phuuh phäh phähh pidama pidi pigem pihta
piiks piip piiri-pääri piki pikku piku pikuti pimm pimm-pamm pimm-pomm pimm-põmm piraki pisut piu-pau piuks plaks plaksti plarts plartsti
plats platsti plauh plauhh plauhti pliks pliks-plaks plinn pliraki plirts plirtsti pliu pliuh ploks plotsti plumps plumpsti plärr plärts
plärtsat plärtsti pläu pläuh plää plõks plõksti plõmdi plõmm plõnn plörtsat pomm pool poole poolest poolt popp pops popsti ports pot pots
potsti pott praegu praegune praks praksti prants prantsaki prantsti prassai prauh prauhh prauhti priks priuh priuh-prauh priuhh proosit
proost prr prrr prääk prääks prõks prõksti prõmdi prõmm prõntsti psst pst ptrr ptruu ptüi puh puhh puhul puksiiris puksti pumm pumps
pup-pup-pup purts puuh päh pähe pähh päntsti päralt päras pärast päri päris pää põiki põks põksti põmdi põmm põmmadi põnks põnn põnnadi põnt
põnts põntsti põraki põrr põrra-põrra pöörd püh r raks raksti raps rapsti ratataa rauh riips riipsti riks riks-raks ringi ringis rips-raps
risti risust rivitult robaki rohkem rops ropsaki ropsti ruik räntsti räts röh röhh s saadetusel saadik saama saatel saati sah sahh sahkat
sama samas samasugune samataoline samuti saps sapsti sauh sauhti seal sealpool sealt sealtpoolt seas seast sedakorda sedapuhku see seega
seejuures seejärel seekord seepärast sees seesama seesamane seesamune seesinane seespool seest seesugune seetõttu sekka seljataga
sellepärast selline selmet seltsi seltsis seltsist seni servus sest sestab sestap sihka-sahka sihkadi-sahkadi sihkat-sahkat sihuke sihukene
siia siiani siiapoole siin siinkohal siinpool siis siiski siit siitpoolt silk-solk silks sina sinna sinnapoole sinusugune sinutaoline sips
sipsti sirr sirr-sorr sirts sirtsti sisse sissepoole siu siuh siuh-sauh siuh-säuh siuhti siuke siukene siuks siuts skool slepis so so-oh
so-soo soh solks solksti solpsti soo soo-oh sooh sopp sops sopsti sorr sorts sortsti soss soss-soss ss sss sst stopp suhkat-sahkat suht
suhtes sulk sulks sulksti sull sulla-sulla sulpa-sulpa sulps sulpsti sumaki sumdi summ summat-summat sups supsaku supsti surts surtsti suss
susti suts sutsti säh säherdune sähke särts särtsti säu säuh säuhti säärane t taevake taevakene taga tagant tagantotsast tagantpoolt
tagaotsas tagapidi tagapool tagaselja tagasi tagast tagutsi taha tahaotsa tahapoole takk takka taoline tarvis tasa teel tegema teiesugune
teine teineteise teispool teispoole teistsugune tema temake temakene temasugune temataoline tere terekest tibi-tibi tikk-takk tiks tilk
tilks till till-tall tilla-talla tilulii tinn tip tip-tap tirr tirtsti tiu tjaa tjah tohhoh tohhoo tohoh tohoo tok tokk toks toksti tonks
tonksti too toosama toosamane tot-tot tota totsti tprr tpruu trah trahh trallallaa trill trillallaa trr trrr tsah tsahh tsilk tsilk-tsolk
tsirr tsiuh tskae tsolk tss tsst tst tsuhh tsuk tsumm tsurr tsäuh tuk tuks tulema turts turtsti tutki tutkit tutu-lutu tutulutu tuuri tuuris
tuut tuutu-luutu täiesti tänu tõesti tõks tõttu tötsti tükkis tümps tšao tšš tššš u uh uh-huu uhal uhh uhtsa uhtsaa uhuh uhuu ui uih uih-aih
uijah uijeh uist uit uka umbes upsti uraa urjah urjeh urjoh urjuh urr urraa ust utu uu uuh v vaak vaat vaatamata vae vaeh vahel vahele
vahelt vahepeal vahepeale vahepealt vahetsi vai vaid varal varale varul vastas vastast vastu vat vau veel veelgi veerde veeres vhüüt vidiit
viiks viisi vilks vilksti vinki-vinki virdi virr vist viu viudi viuh viuhti voeh voh vohh volks volksti vooh vops vopsti vot vuh vuhti vuih
vulks vulksti vull vulpsti vups vupsaki vupsaku vupsti vurdi vurr vurra-vurra vurts vurtsti vutt väel väele väga vähemalt välja väljapoole
väljas väljaspool väljast väljastpoolt vältel vääks väärt väärtki võe võeh või võib-olla võibolla võidu võih võima võrd võrdki võrr võrra
võrragi võts võtt w x y z ä äh äh-hää äh-äh-hää ähh ähhähhää äiu äiu-ää ära äss ää ääh äähh äärde ääre ääres äärest õ õe õhtupoole õits õk
õkk õrr õss õuh ö öh öhh ök ü üh ühes ühestükis ühestükkis ühtlasi üks üksi ükskõik üksteise ülal ülale ülalpool ülalt ülaltpoolt üle üles
ülespoole ülesse üleval ülevalpool ülevalt ülevaltpoolt ülimalt ümber ümbert üsna š šlepis ž`;
