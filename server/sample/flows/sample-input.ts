/** Inputs of sample runs: plausible values for what the triggers of sample flows receive. */
import { recordOf, type Json, type JsonRecord } from '#lib/json/json.ts'

const values: JsonRecord = {
  text: 'Where is my order A-1284?',
  from: '+49 30 5550100',
  name: 'Kim Lind',
  email: ' Kim@Customer.example',
  serial: 'AB 12345678',
  street: 'Linden Street 7',
  team: 'support',
  consent: true,
  stars: 5,
  rows: '',
}
/** Of a message. */
const message = { text: values['text'] ?? null, from: values['from'] ?? null }

function valueOf(key: string, type: Json | undefined): Json {
  const known = values[key]
  if (known !== undefined) return known
  return type === 'number' ? 3 : type === 'boolean' ? true : `${key} 1`
}

/** Input of a run that starts at a trigger with this config. A manual start may have more than the declared fields. */
export function sampleInputOf(config: JsonRecord): JsonRecord {
  const { kind } = config
  if (kind === 'schedule') return {}
  const fields = Object.entries(recordOf(recordOf(config['input_schema'])['properties']))
  const declared = Object.fromEntries(
    fields.map(([key, schema]) => [key, valueOf(key, recordOf(schema)['type'])] as const),
  )
  if (kind === 'message' && fields.length === 0) return message
  return kind === 'manual' || fields.length === 0 ? { ...values, ...declared } : declared
}
