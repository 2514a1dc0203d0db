/** Writes CSV (RFC 4180) that is safe to open in spreadsheets. Pure. */

/** Text that a spreadsheet would run as a formula. A negative amount is a number and is left as it is. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/

/** One cell, quoted if necessary; text that begins like a formula gets a leading apostrophe. */
function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells as text, each ended by CR LF. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
