/** Id of the button "More", which is the anchor of lists opened by shortcuts. */
export const moreButtonId = 'conversation-more'
/** Shortcuts of the inbox. Those that open the list of a field are in `triage-fields.ts`. */
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
