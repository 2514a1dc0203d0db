/** Id of the button "More": what keys choose from stands beside it. */
export const moreButtonId = 'conversation-more'
/** The keys of the inbox, for listeners, tooltips and menus; those that open the list of a field are in triage-fields.ts. */
export const triageKeys = {
  resolve: 'e',
  toMe: 'm',
  reply: 'r',
  note: 'n',
} as const

/** The keys that select rows. */
export const selectionKeys = {
  row: 'x',
  down: 'J',
  up: 'K',
  all: '* a',
  none: '* n',
} as const
