/** Stop words of French: the list of Snowball (BSD), as Lucene has it. */
export const frenchStopWords = `
ai aie aient aies ait au aurai auraient aurais aurait aurez auriez aurions aurons auront aux avaient avais avait avec avez aviez avons ayant
ayez ayons c ce ceci cela celà ces cet cette d dans de des du elle en es et eu eue eues eurent eus eusse eussent eusses eussiez eussions eut
eux eûmes eût eûtes furent fus fusse fussent fusses fussiez fussions fut fûmes fûtes ici il ils j je l la le les leur leurs lui m ma mais me
mes moi mon même n ne nos notre nous on ont ou par pas pour qu que quel quelle quelles quels qui s sa sans se sera serai seraient serais
serait seras serez seriez serions serons seront ses soi soient sois soit sont soyez soyons suis sur t ta te tes toi ton tu un une vos votre
vous y à étaient étais était étant étiez étions étée étées êtes`;
