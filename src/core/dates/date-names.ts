/** Names of months, days and halves of the day in English, which Java's root locale uses as well. */

export const monthNames: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
export const shortMonthNames: readonly string[] = monthNames.map((name) => name.slice(0, 3));
export const dayNames: readonly string[] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
export const shortDayNames: readonly string[] = dayNames.map((name) => name.slice(0, 3));
export const quarterNames: readonly string[] = ["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"];
