/** Triggers of a flow, with their input schemas. */
import { isRecord, textOf, type JsonRecord } from '#lib/json/json.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface TriggerInfo {
  id: string
  /** Its name; its id if it has none. */
  name: string
  /** "manual", "webhook", "schedule", "message"; "" if not given. */
  kind: string
  /** JSON Schema of its input; by default, for a message trigger, that of a message; null if unknown. */
  schema: JsonRecord | null
}

const optionalText = (title: string, more: JsonRecord = {}): JsonRecord => ({
  title,
  type: ['string', 'null'],
  default: null,
  ...more,
})

/** The input that the service gives to a flow started by a message, on any channel (docs/engine.md). */
const messageSchema: JsonRecord = {
  type: 'object',
  properties: {
    text: { title: 'Text', type: 'string', maxLength: 100_000 },
    subject: optionalText('Subject'),
    from: optionalText('Sender', { description: 'An email address, phone number or name.' }),
    name: optionalText('Name'),
    email: optionalText('Email address'),
    phone: optionalText('Phone number'),
  },
  required: ['text'],
  // Not needed to try a flow by hand; a step that reads them gets null.
  default: { channel: null, channel_type: null, message_id: null, at: null },
}

const schemaOf = (config: JsonRecord): JsonRecord | null => {
  const schema = config['input_schema']
  if (isRecord(schema)) return schema
  return config['kind'] === 'message' ? messageSchema : null
}

/** Maximum triggers to choose from. */
const maxTriggers = 100

/** Enabled triggers, manual ones first. */
export function triggersIn({ nodes }: MemoizedFlow): TriggerInfo[] {
  const triggers = nodes
    .filter(({ type, disabled }) => type === 'trigger' && !disabled)
    .slice(0, maxTriggers)
    .map(({ id, name, config }): TriggerInfo => ({
      id,
      name: name || id,
      kind: textOf(config['kind']),
      schema: schemaOf(config),
    }))
  return triggers.toSorted((a, b) => Number(b.kind === 'manual') - Number(a.kind === 'manual'))
}
