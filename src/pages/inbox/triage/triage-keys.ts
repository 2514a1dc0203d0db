/** Id of the button "More", beside which shortcuts open their lists. */
export const moreButtonId = 'conversation-more'
/** Shortcuts of the inbox, for listeners, tooltips, menus and the shortcut list. */
export const triageKeys = {
  resolve: 'e',
  toMe: 'm',
  assignee: 'a',
  labels: 'l',
  priority: 'p',
  snooze: 's',
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
