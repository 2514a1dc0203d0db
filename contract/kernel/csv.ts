/** Extension name in `/me/`: lists are available as CSV (`Accept: text/csv`). Source: docs/api.md, "Lists as CSV". */
export const csvTables = 'csv'
export const csvType = 'text/csv'
