/** Id of the button "More", beside which shortcuts open their lists. */
export const moreButtonId = 'conversation-more'
/** The keys of the inbox, for listeners, tooltips and menus; those that open the list of a field are in triage-fields.ts. */
export const triageKeys = {
  resolve: 'e',
  toMe: 'm',
  reply: 'r',
  note: 'n',
} as const

/** Shortcuts for selecting rows. */
export const selectionKeys = {
  row: 'x',
  down: 'J',
  up: 'K',
  all: '* a',
  none: '* n',
} as const
