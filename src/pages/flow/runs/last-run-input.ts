/** The input with which each flow was last started in this browser, without values that look like a secret. */
import { z } from 'zod'
import { connectionPrefix } from '#api/connection/connection.ts'
import { isSecretName } from '#flow/secrets/secret-shapes.ts'
import { containsToken } from '#flow/secrets/token-shapes.ts'
import type { Json } from '#lib/json/json.ts'

const StoredInput = z.object({ flow: z.string(), trigger: z.string(), input: z.json() })
const StoredInputs = z.array(StoredInput)
type StoredInput = z.infer<typeof StoredInput>

const key = 'flow-console.inputs'
/** Maximum flows whose input is stored, most recently started at the end. */
const maxFlows = 30
/** Maximum characters of a stored input; a longer one is not stored. */
const maxLength = 20_000

/** The value without fields whose name or value looks like a secret. */
function withoutSecrets(input: Json): Json {
  const text = JSON.stringify(input, (name, value: Json) =>
    isSecretName(name) || (typeof value === 'string' && containsToken(value)) ? undefined : value,
  )
  const clean: Json = text === undefined ? null : JSON.parse(text)
  return clean
}

function storedInputs(): StoredInput[] {
  try {
    const read = StoredInputs.safeParse(JSON.parse(localStorage.getItem(key) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

const nameOf = (flow: string): string => connectionPrefix() + flow

/** The last input of a flow; null if the flow was not started in this browser, or its input is not stored. */
export const lastRunInput = (flow: string): Omit<StoredInput, 'flow'> | null =>
  storedInputs().find((entry) => entry.flow === nameOf(flow)) ?? null

export function storeRunInput(flow: string, trigger: string, input: Json): void {
  const entry = { flow: nameOf(flow), trigger, input: withoutSecrets(input) }
  const others = storedInputs().filter((other) => other.flow !== entry.flow)
  const fits = JSON.stringify(entry.input).length <= maxLength
  try {
    localStorage.setItem(key, JSON.stringify([...others, ...(fits ? [entry] : [])].slice(-maxFlows)))
  } catch {
    // Storage is unavailable or full: the next form starts empty.
  }
}
