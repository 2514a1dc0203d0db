/** "-updated_at" after a press on the head of a column: it turns, or begins with the direction that is mostly wanted. Pure. */
export function nextOrdering(now: string, orderBy: string, descendingFirst: boolean): string {
  if (now === orderBy) return `-${orderBy}`
  if (now === `-${orderBy}`) return orderBy
  return descendingFirst ? `-${orderBy}` : orderBy
}
