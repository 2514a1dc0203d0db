/** Texts for what a service can do beyond the specification: features, and the extensions of each. Pure. */

/** In display order. */
const features: readonly { words: string; extensions: Readonly<Record<string, string>> }[] = [
  {
    words: 'Activate, pause and duplicate flows',
    extensions: {
      flow_life: 'Activating, pausing and duplicating flows, tags and bindings',
      flow_tags: 'List of tags with flow counts',
      flow_search: 'Search in the definitions of all flows',
      flow_drawings: 'Small drawings for lists of flows',
      flow_trash: 'Trash of the service: deleted flows can be restored for some days',
    },
  },
  {
    words: 'Update flows, and take changes back',
    extensions: {
      releases: 'Versions of a flow: updates, drafts and restores',
    },
  },
  {
    words: 'Start flows, and cancel or retry runs',
    extensions: {
      flow_run: 'Starting flows manually',
      flow_run_plan: 'Cost and effects of a run, shown before it starts',
      flow_upcoming: 'Next times of scheduled flows',
      run_control: 'Cancelling and retrying runs, and running them again',
      run_bulk: 'Bulk retries and cancellations of runs',
    },
  },
  {
    words: 'Show why runs fail, and what each step costs',
    extensions: {
      run_detail: 'Runs with their steps, and totals over runs',
      run_hours: 'Totals of runs by hour',
      run_model_costs: 'Cost by model and by tool',
      run_reasons: 'Failed runs by reason',
      run_solved: 'Marking reasons of failures as solved',
    },
  },
  {
    words: 'Change, try and restore tools',
    extensions: {
      tool_edit: 'Changing and deleting tools',
      tool_usage: 'Tool usage',
      tool_versions: 'Tool versions and restore',
      tool_check: 'Checking a tool before it is saved',
      tool_try: 'Trying a tool with your own input',
    },
  },
  {
    words: 'Connect and repair channels',
    extensions: {
      channel_read: 'Reading a channel by its id',
      channel_edit: 'Connecting, changing and deleting channels',
      channel_history: 'Channel history: status and traffic per hour',
      channel_hours: 'Hourly traffic for lists of channels',
      channel_deliveries: 'Channel deliveries and replay',
      hooks: 'Webhooks',
      webchat: 'Web chat',
    },
  },
  {
    words: 'Read and answer conversations',
    extensions: {
      conversation_detail: 'Reading and changing conversations with their messages',
      conversation_fields: 'Filter fields for conversations',
      conversation_facets: 'Conversation counts by status, label and other fields',
      conversation_bulk: 'Bulk changes to conversations, with undo',
      conversation_reply: 'Replying to conversations',
      conversation_note: 'Internal notes in conversations',
      views: 'Saved views of the inbox and of runs',
      canned_replies: 'Canned replies in the inbox',
      contacts: 'Contacts and custom fields',
    },
  },
  {
    words: 'Budgets, ledger and statements',
    extensions: {
      ledger: 'Ledger and monthly statements',
      budgets: 'Budgets with alerts',
      budget_pause: 'Budgets that pause flows',
      csv: 'CSV export of lists',
    },
  },
  {
    words: 'Report problems, and send alerts',
    extensions: {
      incidents: 'Incidents: what is broken or needs attention',
      alerts: 'Alerts by email, Slack and webhook',
    },
  },
  {
    words: 'People, keys and an activity log',
    extensions: {
      session: 'Signing in with a password',
      people: 'People and roles',
      keys: 'API keys',
      activity: 'Activity log',
    },
  },
  { words: 'Update pages live', extensions: { events: 'Live updates' } },
]

/** Extensions for operating a service and for programs. They are only listed under Diagnostics. */
const technicalWords = {
  sample: 'Sample workspace',
  sample_progress: 'Progress of the sample workspace',
  setup: 'Setup page',
  health: 'Health',
  metrics: 'Metrics',
  idempotency: 'Safe retries of writes',
  openapi: 'OpenAPI document',
  api_docs: 'API reference page',
  template_schema: 'JSON Schema of flow files',
}

/** Extensions that give the user no feature, so they are not listed. */
const hiddenExtensions = new Set(['admin', 'me'])

export interface ServiceFeature {
  words: string
  /** Whether the service has all, some or none of its extensions. */
  is: 'whole' | 'partial' | 'missing'
  /** Texts of the missing extensions of a partial feature. */
  missing: readonly string[]
}

/** The features of a service with these extensions, in display order. */
export const serviceFeatures = (supported: readonly string[]): ServiceFeature[] =>
  features.map(({ words, extensions }) => {
    const all = Object.entries(extensions)
    const missing = all.filter(([name]) => !supported.includes(name))
    if (missing.length === all.length) return { words, is: 'missing', missing: [] }
    return { words, is: missing.length === 0 ? 'whole' : 'partial', missing: missing.map(([, text]) => text) }
  })

export interface ExtensionOffer {
  name: string
  /** Text; null = unknown extension. */
  words: string | null
}

const knownExtensions: readonly (ExtensionOffer & { words: string })[] = [
  ...features.map(({ extensions }) => extensions),
  technicalWords,
].flatMap((group) => Object.entries(group).map(([name, words]) => ({ name, words })))

/** The extensions that a service supports, and those that it lacks. */
export function extensionOffers(extensions: readonly string[]): {
  supported: ExtensionOffer[]
  missing: ExtensionOffer[]
} {
  const known = new Set(knownExtensions.map(({ name }) => name))
  const has = new Set(extensions)
  const others = extensions
    .filter((name) => !known.has(name) && !hiddenExtensions.has(name))
    .map((name) => ({ name, words: null }))
  return {
    supported: [...knownExtensions.filter(({ name }) => has.has(name)), ...others],
    missing: knownExtensions.filter(({ name }) => !has.has(name)),
  }
}
