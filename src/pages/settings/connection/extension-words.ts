/** Extensions of a service beyond the specification in words, most important first. Pure. */
const words = {
  session: 'Signing in with a password',
  people: 'People and roles',
  keys: 'Keys for programs',
  activity: 'Activity: who did what',
  flow_life: 'Activating, pausing and duplicating flows, tags and bindings',
  flow_tags: 'The tags that exist, and how many flows have each',
  tool_edit: 'Changing and deleting tools',
  tool_usage: 'Where a tool is used',
  tool_versions: 'Versions of a tool, and restoring one',
  channel_read: 'A channel by its address',
  channel_edit: 'Connecting, changing and deleting channels',
  channel_history: 'History of a channel: its states, and its traffic by hour',
  channel_hours: 'What came and went by the hour, of all channels of a list at once',
  channel_deliveries: 'What came in by a channel, and running it once more',
  conversation_detail: 'Conversations with their messages, and changing them',
  conversation_fields: 'The fields by which conversations are filtered',
  conversation_facets: 'How many conversations have which status, label and the like',
  conversation_bulk: 'Changing many conversations at once, and taking it back',
  conversation_reply: 'Answering in conversations',
  conversation_note: 'Notes for colleagues',
  views: 'Saved views of the inbox',
  contacts: 'Contacts and their own fields',
  run_detail: 'Runs with their steps, and sums of runs',
  ledger: 'Every movement of money, and a statement of each month',
  budgets: 'Budgets, with a word when one is nearly used up',
  csv: 'Lists as tables for spreadsheets',
  flow_run: 'Starting flows by hand',
  run_control: 'Ending runs, retrying them and running them once more',
  events: 'Changes as they happen',
  tool_check: 'Checking a tool before it is saved',
  tool_try: 'Trying a tool with values of one’s own',
  hooks: 'Webhooks: an address to which others send',
  webchat: 'A chat on a page, for whoever visits it',
  sample: 'Sample workspace',
  setup: 'Set-up by a page',
  health: 'Health',
  metrics: 'Figures for monitoring',
  idempotency: 'Writes that can be repeated safely after an answer was lost',
  openapi: 'The contract as a document',
  template_schema: 'The form of flow files as a JSON Schema',
} as const satisfies Record<string, string>

/** Extensions without a function of their own for the user. */
const silent = new Set(['admin', 'me'])

export interface ExtensionOffer {
  name: string
  /** Null = unknown. */
  words: string | null
}

/** Offered and missing extensions. */
export function offersOf(extensions: readonly string[]): { offered: ExtensionOffer[]; missing: ExtensionOffer[] } {
  const known = Object.entries(words).map(([name, text]) => ({ name, words: text }))
  const has = new Set(extensions)
  const others = extensions
    .filter((name) => !Object.hasOwn(words, name) && !silent.has(name))
    .map((name) => ({ name, words: null }))
  return {
    offered: [...known.filter(({ name }) => has.has(name)), ...others],
    missing: known.filter(({ name }) => !has.has(name)),
  }
}
