/** Id of the button "Snooze", which is the anchor of its list opened by a shortcut. */
export const snoozeButtonId = 'conversation-snooze'
/** Id of the button "More", which is the anchor of lists opened by shortcuts. */
export const moreButtonId = 'conversation-more'
/** Shortcuts of the inbox. Those that open the list of a field are in `triage-fields.ts`. */
export const triageKeys = {
  resolve: 'e',
  undo: 'z',
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
