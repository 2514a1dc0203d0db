/** After a write: who looks on is told which nouns it has changed, as the contract says of the endpoint. */
import { eventNouns, type ChangeEvent } from '#contract/event.ts'
import type { AnyEndpoint } from '#contract/kernel/kernel.ts'
import type { EventBus } from '#server/engine/events/events.ts'

type Change = ChangeEvent['change']

function changeOf({ method, success }: AnyEndpoint): Change {
  if (method === 'DELETE') return 'removed'
  return method === 'POST' && success === 201 ? 'created' : 'changed'
}

/** `objectId`: what was made or touched, of the endpoint's own noun. Of others it is not known which. */
export function publishWrite(events: EventBus, endpoint: AnyEndpoint, account: string, objectId: string | null): void {
  for (const noun of eventNouns) {
    if (!endpoint.changes.includes(noun)) continue
    if (noun === endpoint.noun) events.tell(account, { noun, id: objectId ?? '', change: changeOf(endpoint) })
    else events.tell(account, { noun, id: '', change: 'changed' })
  }
}
