/** Whether a step holds others (a loop): its card is a frame around them. */
export const isHolder = ({ kind, members }: { kind: string; members: number }): boolean =>
  members > 0 && kind !== 'group' && kind !== 'note'
