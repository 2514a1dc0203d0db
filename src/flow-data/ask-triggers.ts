/** What starts a flow, and what each start takes. */
import { isRecord, textOf, type JsonRecord } from '#lib/json.ts'
import type { HeldParts } from './held-parts.ts'

export interface TriggerFacts {
  id: string
  /** What people call it; its id where it has no name. */
  name: string
  /** "manual", "webhook", "schedule", "message"; "" where it does not say. */
  kind: string
  /** JSON Schema of its input; null where it names none. */
  schema: JsonRecord | null
}

/** A person chooses one of them. */
const maxTriggers = 100

/** Triggers that are switched on, those for people first. */
export function triggersIn({ nodes }: HeldParts): TriggerFacts[] {
  const triggers = nodes
    .filter(({ type, disabled }) => type === 'trigger' && !disabled)
    .slice(0, maxTriggers)
    .map(({ id, name, config }): TriggerFacts => {
      const schema = config['input_schema']
      return { id, name: name || id, kind: textOf(config['kind']), schema: isRecord(schema) ? schema : null }
    })
  return triggers.toSorted((a, b) => Number(b.kind === 'manual') - Number(a.kind === 'manual'))
}
