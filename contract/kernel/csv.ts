/** A promise beside the endpoints, as `/me/` lists it: lists come as a table where that is asked (`Accept: text/csv`). Source: docs/api.md, "Lists as CSV". */
export const csvTables = 'csv'
export const csvType = 'text/csv'
