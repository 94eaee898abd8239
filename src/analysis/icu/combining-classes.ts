/**
 * Canonical combining classes of Unicode 15.1 (`UnicodeData.txt`, third field; Unicode licence v3). A class never changes once it is
 * given, so newer tables only add characters.
 */
import { assert } from "../../core/errors.ts";

/** Ranges as `<distance from the end of the one before>[+<further characters>]:<class>`, all in base 36. */
const RANGES = `
lc+k:6e 1:6g 1+3:64 1:6g 1:60 1+4:64 1+1:5m 1+3:64 1+1:5m 1+a:64 1+4:1 1+3:64 1+7:6e 1:6o 1:6e 1+2:64 1+2:6e 1+1:64 2+2:6e 1+3:64
1:6e 1:6g 1+1:64 1:6e 1:6h 1+1:6i 1:6h 1+1:6i 1:6h 1+c:6e 7o+4:6e 7e:64 1+3:6e 1:64 1+2:6e 1:66 1:64 1+5:6e 1+5:64 1+1:6e 1:64
1+1:6e 1:66 1:6c 1:6e 1:a 1:b 1:c 1:d 1:e 1:f 1:g 1:h 1:i 1+1:j 1:k 1:l 1:m 2:n 2:o 1:p 2:6e 1:64 2:i 21+7:6e 1:u 1:v 1:w 1d:r 1:s
1:t 1:u 1:v 1:w 1:x 1:y 1+1:6e 1+1:64 1+4:6e 1:64 1+1:6e 1:64 h:z 2u+6:6e 3+3:6e 1:64 1:6e 3+1:6e 2:64 1+1:6e 1:64 10:10 v:6e 1:64
1+1:6e 1:64 1+1:6e 1+2:64 1:6e 1+1:64 1:6e 1:64 1+2:6e 1:64 1:6e 1:64 1:6e 1:64 1:6e 1:64 1+1:6e 4h+6:6e 1:64 1:6e a:64 p+3:6e
2+8:6e 2+2:6e 2+4:6e 18+2:64 1p:6e 1+2:64 1+3:6e 17+4:6e 1+4:64 1+d:6e 2:64 1+1:6e 1:64 1+1:6e 1:64 1+2:6e 1+2:64 1:r 1:s 1:t
1+2:6e 1:64 1+1:6e 1+1:64 1+4:6e 1p:7 h:9 4:6e 1:64 1+1:6e 2w:7 h:9 1d:6e 1q:7 h:9 33:7 h:9 33:7 h:9 3k:9 33:7 h:9 8:2c 1:2j 2u:7
h:9 32+1:9 h:9 3h:9 32+1:2v 1:9 e+3:2z 31+1:3a 1:9 e+3:3e 25+1:64 s:64 2:64 2:60 1k:3l 1:3m 2:3o 6+3:3m 3:3m 2+1:6e 1:9 2+1:6e
1r:64 35:7 2+1:9 2b:64 k0+2:6e qd+1:9 v:9 4e:9 b:6e 5o:6c 40:66 1:6e 1:64 64:6e 1:64 20:9 l+7:6e 3:64 1d+4:6e 1+5:64 1+1:6e 1:64
2+1:64 1+1:6e 1+1:64 1+4:6e 1:64 1+3:6e 2u:7 g:9 13:6e 1:64 1+6:6e 1j+1:9 1n:7 c+1:9 1w:7 49+2:6e 2:1 1+4:64 1+1:6e 1+3:64 1:6e
2+6:1 5:64 7:6e 4+1:6e 5j+1:6e 1:64 1+6:6e 1:64 1+1:6e 1:6i 1:5y 1:64 1:5m 1+10:6e 1:6g 1+1:6c 1:64 1:62 1:6e 1:6h 1:64 1:6e 1:64
k1+1:6e 1+1:1 1+3:6e 1+2:1 1+1:6e 5:6e 4+1:1 1:6e 1:64 1:6e 1+1:1 1+3:64 1:6e 2db+2:6e 3y:9 2p+v:6e ff:62 1:6c 1:6g 1:66 1+1:68
2y+1:8 n9x:6e 5+9:6e x+1:6e 29+1:6e 7p:9 12:9 48:9 s+h:6e 1m+2:64 12:9 2o:7 d:9 6o:6e 2+1:6e 1:64 3+1:6e 6+1:6e 2:6e 1h:9 6v:9
fn5:q le+6:6e 1+6:64 1+1:6e r2:64 6b:64 46+4:6e 1ar:64 2:6e 15:6e 1:1 1:64 5:9 4m:6e 1:64 fy+3:6e as+1:6e 29+2:64 1z+1:64 1+2:6e
1:64 1:6e 1+3:64 1e:6e 1:64 1:6e 1:64 5d:9 16:9 f:9 1m:9 1:7 1y+2:6e 1d+1:9 1r:7 25:9 a:7 2z:9 1:7 4z:7 1:9 29+1:7 h:9 p+6:6e
4+4:6e 5q:9 4:7 o:6e 2s:9 1:7 70:9 1:7 3j:9 3b:9 1:7 38:9 7i:9 1:7 77+1:9 5:7 4d:9 2c:9 j:9 2a:9 bq:9 77:7 2+1:9 2a:9 bu+1:9
ey6+4:1 1o+6:6e xm+1:6 f59:1 43r+1:60 1+2:1 4:6a 1+4:60 9+7:64 3+4:6e 1+1:64 v+3:6e 45+2:6e 2po+6:6e 2+g:6e 3+6:6e 2+1:6e 2+4:6e
2t:6e 4h+6:6e ag:6e 1q+3:6e e5+1:6g 1:64 1:6e rl+6:64 32+5:6e 1:7
`;

/** How many ranges there are, to see that none was lost. */
const RANGE_COUNT = 388;

const starts = new Uint32Array(RANGE_COUNT);
const ends = new Uint32Array(RANGE_COUNT);
const classes = new Uint8Array(RANGE_COUNT);

function readRanges(): void {
  let at = 0;
  let count = 0;
  for (const [, distance, further, ownClass] of RANGES.matchAll(/(\w+)(?:\+(\w+))?:(\w+)/g)) {
    at += parseInt(distance!, 36);
    starts[count] = at;
    at += further === undefined ? 0 : parseInt(further, 36);
    ends[count] = at;
    classes[count++] = parseInt(ownClass!, 36);
  }
  assert(count === RANGE_COUNT, "all combining classes are read");
}

readRanges();

/** The class of a character; 0 for all that do not combine. */
export function combiningClass(codePoint: number): number {
  let low = 0;
  let high = RANGE_COUNT - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (codePoint < starts[middle]!) high = middle - 1;
    else if (codePoint > ends[middle]!) low = middle + 1;
    else return classes[middle]!;
  }
  return 0;
}
