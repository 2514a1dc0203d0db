/** Writes CSV (RFC 4180) that is safe to open in spreadsheets. Pure. */

/** Matches text that a spreadsheet would run as a formula, but not negative amounts. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/

/** One cell, quoted if necessary; text that begins like a formula gets a leading apostrophe. */
function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** CSV text of rows of cells; each row ends with CR LF. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
