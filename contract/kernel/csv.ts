/** A promise beside the endpoints, as `/me/` lists it: lists come as a table where that is asked (`Accept: text/csv`). Source: API.md §5. */
export const csvTables = 'csv'
export const csvType = 'text/csv'
