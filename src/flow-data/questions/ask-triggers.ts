/** What starts a flow, and what each start takes. */
import { isRecord, textOf, type JsonRecord } from '#lib/json/json.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface TriggerFacts {
  id: string
  /** What people call it; its id where it has no name. */
  name: string
  /** "manual", "webhook", "schedule", "message"; "" where it does not say. */
  kind: string
  /** JSON Schema of its input, that of a message where a message starts it; null where nothing is known of it. */
  schema: JsonRecord | null
}

const given = (title: string, more: JsonRecord = {}): JsonRecord => ({
  title,
  type: ['string', 'null'],
  default: null,
  ...more,
})

/** What the service gives to a flow that a message starts, whichever the channel (docs/engine.md): a step may use all of it. */
const messageSchema: JsonRecord = {
  type: 'object',
  properties: {
    text: { title: 'Text', type: 'string', maxLength: 100_000 },
    subject: given('Subject'),
    from: given('Sender', { description: 'An email address, phone number or name.' }),
    name: given('Name'),
    email: given('Email address'),
    phone: given('Phone number'),
  },
  required: ['text'],
  // Of no interest to whoever tries a flow by hand; a step that asks for it finds that there is none.
  default: { channel: null, channel_type: null, message_id: null, at: null },
}

const schemaOf = (config: JsonRecord): JsonRecord | null => {
  const schema = config['input_schema']
  if (isRecord(schema)) return schema
  return config['kind'] === 'message' ? messageSchema : null
}

/** A person chooses one of them. */
const maxTriggers = 100

/** Triggers that are switched on, those for people first. */
export function triggersIn({ nodes }: MemoizedFlow): TriggerFacts[] {
  const triggers = nodes
    .filter(({ type, disabled }) => type === 'trigger' && !disabled)
    .slice(0, maxTriggers)
    .map(({ id, name, config }): TriggerFacts => ({
      id,
      name: name || id,
      kind: textOf(config['kind']),
      schema: schemaOf(config),
    }))
  return triggers.toSorted((a, b) => Number(b.kind === 'manual') - Number(a.kind === 'manual'))
}
