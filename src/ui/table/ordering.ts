/**
 * "-updated_at" after a click on a column header: toggles the direction, or starts with the column's default one. Pure.
 */
export function nextOrdering(now: string, orderBy: string, descendingFirst: boolean): string {
  if (now === orderBy) return `-${orderBy}`
  if (now === `-${orderBy}`) return orderBy
  return descendingFirst ? `-${orderBy}` : orderBy
}
