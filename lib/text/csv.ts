/** Tables as CSV (RFC 4180), safe to be opened by spreadsheets. Pure. */

/** What a spreadsheet would take for a formula. A negative amount is a number, and stays one. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/

/** A cell: quoted where it must be; what begins like a formula gets an apostrophe before it. */
function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells as text, each ended by CR LF. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
