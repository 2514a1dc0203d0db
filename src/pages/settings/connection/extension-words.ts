/** Texts for the extensions beyond the specification, in display order. Pure. */
const words = {
  session: 'Signing in with a password',
  people: 'People and roles',
  keys: 'API keys',
  activity: 'Activity log',
  flow_drawings: 'Small drawings for lists of flows',
  flow_life: 'Activating, pausing and duplicating flows, tags and bindings',
  flow_tags: 'List of tags with flow counts',
  tool_edit: 'Changing and deleting tools',
  tool_usage: 'Tool usage',
  tool_versions: 'Tool versions and restore',
  channel_read: 'Reading a channel by its id',
  channel_edit: 'Connecting, changing and deleting channels',
  channel_history: 'Channel history: status and traffic per hour',
  channel_hours: 'Hourly traffic for lists of channels',
  channel_deliveries: 'Channel deliveries and replay',
  conversation_detail: 'Reading and changing conversations with their messages',
  conversation_fields: 'Filter fields for conversations',
  conversation_facets: 'Conversation counts by status, label and other fields',
  conversation_bulk: 'Bulk changes to conversations, with undo',
  conversation_reply: 'Replying to conversations',
  conversation_note: 'Internal notes in conversations',
  views: 'Saved views of the inbox and of runs',
  canned_replies: 'Canned replies in the inbox',
  contacts: 'Contacts and custom fields',
  run_detail: 'Runs with their steps, and totals over runs',
  run_hours: 'Totals of runs by hour',
  run_model_costs: 'Cost by model and by tool',
  run_reasons: 'Failed runs by reason',
  run_solved: 'Marking reasons of failures as solved',
  run_bulk: 'Bulk retries and cancellations of runs',
  ledger: 'Ledger and monthly statements',
  budgets: 'Budgets with alerts',
  budget_pause: 'Budgets that pause flows',
  incidents: 'Incidents: what is broken or needs attention',
  alerts: 'Alerts by email, Slack and webhook',
  csv: 'CSV export of lists',
  flow_run: 'Starting flows manually',
  flow_run_plan: 'Cost and effects of a run, shown before it starts',
  flow_upcoming: 'Next times of scheduled flows',
  run_control: 'Cancelling and retrying runs, and running them again',
  events: 'Live updates',
  tool_check: 'Checking a tool before it is saved',
  tool_try: 'Trying a tool with your own input',
  hooks: 'Webhooks',
  webchat: 'Web chat',
  sample: 'Sample workspace',
  sample_progress: 'Progress of the sample workspace',
  setup: 'Setup page',
  health: 'Health',
  metrics: 'Metrics',
  idempotency: 'Safe retries of writes',
  openapi: 'OpenAPI document',
  api_docs: 'API reference page',
  template_schema: 'JSON Schema of flow files',
} as const satisfies Record<string, string>

/** Extensions that give the user no feature, so they are not listed. */
const hiddenExtensions = new Set(['admin', 'me'])

export interface ExtensionOffer {
  name: string
  /** Text; null = unknown extension. */
  words: string | null
}

/** The extensions that a service supports, and those that it lacks. */
export function extensionOffers(extensions: readonly string[]): {
  supported: ExtensionOffer[]
  missing: ExtensionOffer[]
} {
  const known = Object.entries(words).map(([name, text]) => ({ name, words: text }))
  const has = new Set(extensions)
  const others = extensions
    .filter((name) => !Object.hasOwn(words, name) && !hiddenExtensions.has(name))
    .map((name) => ({ name, words: null }))
  return {
    supported: [...known.filter(({ name }) => has.has(name)), ...others],
    missing: known.filter(({ name }) => !has.has(name)),
  }
}
