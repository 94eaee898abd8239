/** Parts of an instant in UTC, by the names that expressions have for them. */
import { nameTable } from "../../core/names.ts";

const DAY_MS = 86_400_000;

type Part = (date: Date) => number;

const year: Part = (date) => date.getUTCFullYear();
const yearOfEra: Part = (date) => (year(date) > 0 ? year(date) : 1 - year(date));
const millisOfDay: Part = (date) => ((date.getTime() % DAY_MS) + DAY_MS) % DAY_MS;

/** Members of `doc['f'].date`. */
export const dateMembers = nameTable<Part>({
  centuryOfEra: (date) => Math.trunc(yearOfEra(date) / 100),
  dayOfMonth: (date) => date.getUTCDate(),
  dayOfWeek: (date) => date.getUTCDay() || 7,
  dayOfYear: (date) => Math.floor((date.getTime() - Date.UTC(year(date), 0, 1)) / DAY_MS) + 1,
  era: (date) => (year(date) > 0 ? 1 : 0),
  hourOfDay: (date) => date.getUTCHours(),
  millisOfDay,
  millisOfSecond: (date) => date.getUTCMilliseconds(),
  minuteOfDay: (date) => Math.floor(millisOfDay(date) / 60_000),
  minuteOfHour: (date) => date.getUTCMinutes(),
  monthOfYear: (date) => date.getUTCMonth() + 1,
  secondOfDay: (date) => Math.floor(millisOfDay(date) / 1000),
  secondOfMinute: (date) => date.getUTCSeconds(),
  weekOfWeekyear: (date) => Math.floor((thursdayOf(date) - Date.UTC(weekyear(date), 0, 1)) / DAY_MS / 7) + 1,
  weekyear,
  year,
  yearOfCentury: (date) => year(date) % 100,
  yearOfEra,
});

/** Methods of a field of dates; months are counted from zero, as by `Calendar`. */
export const dateMethods = nameTable<Part>({
  getYear: year,
  getMonth: (date) => date.getUTCMonth(),
  getDayOfMonth: (date) => date.getUTCDate(),
  getHourOfDay: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
});

/** The Thursday of its week decides to which year a week belongs. */
function thursdayOf(date: Date): number {
  const day = Math.floor(date.getTime() / DAY_MS);
  return (day + 4 - (date.getUTCDay() || 7)) * DAY_MS;
}

function weekyear(date: Date): number {
  return new Date(thursdayOf(date)).getUTCFullYear();
}
