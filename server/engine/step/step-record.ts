/** Output, request and error of a step as stored: masked, limited in size, and valid JSON for the database. */
import { depthOf, type Json } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import { maxDepthOfJson } from '#server/engine/start/start-node.ts'
import type { StepSecrets } from './step-secrets.ts'

/** Maximum characters of a step's JSON output. Larger data belongs in external storage. */
const maxOutput = 262_144
/** Maximum stored characters of a step's request, which is only displayed. */
const maxRequest = 65_536
/** Maximum characters of an error message. */
const maxMessage = 2000

export type Recorded = { ok: true; value: Json } | { ok: false; code: string; message: string }

/** The output in the form in which it is stored and passed to the next steps. */
export function recordOutput(output: Json, secrets: StepSecrets): Recorded {
  if (depthOf(output) > maxDepthOfJson)
    return { ok: false, code: 'too_large', message: `The output is nested deeper than ${maxDepthOfJson} levels.` }
  const text = JSON.stringify(output ?? null)
  if (text.length > maxOutput)
    return { ok: false, code: 'too_large', message: `The output is larger than ${maxOutput / 1024} kB.` }
  const plain: Json = JSON.parse(text)
  return { ok: true, value: secrets.mask(plain) }
}

/** The request in stored form: truncated if it is too long, null if it is nested too deeply. */
export function recordRequest(request: Json, secrets: StepSecrets): Json {
  if (depthOf(request) > maxDepthOfJson) return null
  const text = JSON.stringify(request ?? null)
  const plain: Json = JSON.parse(text)
  if (text.length <= maxRequest) return secrets.mask(plain)
  return { cut: cutText(secrets.maskText(text), maxRequest) }
}

export const recordError = (
  { code, message }: { code: string; message: string },
  secrets: StepSecrets,
): { code: string; message: string } => {
  const text = secrets.mask(message)
  return { code, message: cutText(typeof text === 'string' ? text : '', maxMessage) }
}
