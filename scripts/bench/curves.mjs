// Curves as SVG, both axes by powers of ten: what is proportional is a straight line, and what is steeper is seen.

const WIDTH = 720;
const HEIGHT = 360;
const LEFT = 70;
const RIGHT = 190;
const TOP = 40;
const BOTTOM = 45;
/** Told apart by people who see few colours, on white and on black. */
const COLOURS = ["#0077bb", "#ee7733", "#009988", "#cc3311", "#ee3377", "#888888", "#997700"];
const GREY = "#888888";

/** `lines`: a name and points, of which both numbers are above 0. */
export function curves({ title, across, unit, lines }) {
  const points = lines.flatMap((line) => line.points);
  const [xs, ys] = [0, 1].map((axis) => decadesOf(points.map((point) => point[axis])));
  const x = (value) => LEFT + ((Math.log10(value) - xs.first) / (xs.last - xs.first)) * (WIDTH - LEFT - RIGHT);
  const y = (value) =>
    HEIGHT - BOTTOM - ((Math.log10(value) - ys.first) / (ys.last - ys.first)) * (HEIGHT - TOP - BOTTOM);
  const text = (at, up, said, more = "") =>
    `<text x="${at.toFixed(1)}" y="${up.toFixed(1)}" fill="${GREY}" ${more}>${escaped(said)}</text>`;
  const grid = [
    ...powers(ys).map(
      (power) => `<path d="M${LEFT} ${y(power).toFixed(1)}H${WIDTH - RIGHT}" stroke="${GREY}" stroke-opacity="0.3"/>`,
    ),
    ...powers(ys).map((power) => text(LEFT - 8, y(power) + 4, shortNumber(power), 'text-anchor="end"')),
    ...powers(xs).map((power) => text(x(power), HEIGHT - BOTTOM + 18, shortNumber(power), 'text-anchor="middle"')),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, across, 'text-anchor="middle"'),
    text(LEFT - 8, TOP - 12, unit, 'text-anchor="end"'),
    text(LEFT, TOP - 12, title, 'font-weight="bold"'),
  ];
  const places = apart(lines.map((line) => y(line.points.at(-1)[1])));
  const drawn = lines.map(({ name, points: own }, at) => {
    const colour = COLOURS[at % COLOURS.length];
    const at2 = own.map(([across2, up]) => `${x(across2).toFixed(1)} ${y(up).toFixed(1)}`);
    const dots = own.map(([across2, up]) => `<circle cx="${x(across2).toFixed(1)}" cy="${y(up).toFixed(1)}" r="3"/>`);
    const said = `${name}: ${figure(own.at(-1)[1])}`;
    return `<g fill="${colour}"><path d="M${at2.join("L")}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}<text x="${WIDTH - RIGHT + 12}" y="${(places[at] + 4).toFixed(1)}">${escaped(said)}</text></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12">
<title>${escaped(title)}</title>
${[...grid, ...drawn].join("\n")}
</svg>
`;
}

/** The powers of ten around some numbers. */
function decadesOf(numbers) {
  const first = Math.floor(Math.log10(Math.min(...numbers)));
  return { first, last: Math.max(first + 1, Math.ceil(Math.log10(Math.max(...numbers)))) };
}

const powers = ({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
const shortNumber = (value) =>
  value >= 1e6 ? `${value / 1e6} M` : value >= 1000 ? `${value / 1000} k` : String(value);
const figure = (value) => (value < 10 ? value.toFixed(1) : shortNumber(Number(value.toPrecision(3))));
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Names stand beside the ends of their lines, and not upon each other. */
function apart(wanted) {
  const places = [...wanted];
  const order = wanted.map((_, at) => at).sort((one, other) => wanted[one] - wanted[other]);
  order.forEach((own, at) => {
    if (at > 0) places[own] = Math.max(places[own], places[order[at - 1]] + 15);
  });
  return places;
}
