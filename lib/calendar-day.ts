/** Days as text: "2026-11-01". */

/** True for a day that exists. JavaScript itself reads the 30th of February as the 2nd of March. */
export function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}
