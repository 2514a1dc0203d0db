/** What is written down of a step: bounded, masked, and JSON that the database takes. */
import { depthOf, type Json } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import { maxDepthOfJson } from '#server/engine/start/start-node.ts'
import type { StepSecrets } from './step-secrets.ts'

/** Characters of JSON that a step may give: more belongs into a store of its own. */
const maxOutput = 262_144
/** Characters kept of what a step was asked: for people, who read the beginning. */
const maxAsked = 65_536
/** Longest message of an error. */
const maxMessage = 2000

export type Recorded = { ok: true; value: Json } | { ok: false; code: string; message: string }

/** An output as it is written down and as the next steps get it. */
export function recordOutput(output: Json, secrets: StepSecrets): Recorded {
  if (depthOf(output) > maxDepthOfJson)
    return { ok: false, code: 'too_large', message: `The output is nested deeper than ${maxDepthOfJson} levels.` }
  const text = JSON.stringify(output ?? null)
  if (text.length > maxOutput)
    return { ok: false, code: 'too_large', message: `The output has more than ${maxOutput / 1024} kB.` }
  const plain: Json = JSON.parse(text)
  return { ok: true, value: secrets.mask(plain) }
}

/** What was asked; null where it is too long to be of use. */
export function recordAsked(asked: Json, secrets: StepSecrets): Json {
  if (depthOf(asked) > maxDepthOfJson) return null
  const text = JSON.stringify(asked ?? null)
  const plain: Json = JSON.parse(text)
  if (text.length <= maxAsked) return secrets.mask(plain)
  return { cut: cutText(secrets.maskText(text), maxAsked) }
}

export const recordError = (
  { code, message }: { code: string; message: string },
  secrets: StepSecrets,
): { code: string; message: string } => {
  const text = secrets.mask(message)
  return { code, message: cutText(typeof text === 'string' ? text : '', maxMessage) }
}
