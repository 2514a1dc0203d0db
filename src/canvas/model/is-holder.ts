/** A step that holds others (a loop): its card is a frame round them. */
export const isHolder = ({ kind, members }: { kind: string; members: number }): boolean =>
  members > 0 && kind !== 'group' && kind !== 'note'
