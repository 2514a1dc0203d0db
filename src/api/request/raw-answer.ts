import type { AnyEndpoint, Input } from '#contract/kernel/kernel.ts'
import { callRaw } from './client.ts'

/** An answer as the service sent it, for the view that shows just that. Rejects like `call`; with an Error where it is no JSON. */
export async function rawAnswer<E extends AnyEndpoint>(endpoint: E, input: Input<E>): Promise<unknown> {
  const { bytes } = await callRaw(endpoint, input)
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
  return json
}
