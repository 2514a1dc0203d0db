/** The reference service with an owner and the facts, for who compares it with the stubs. */
import { startService } from '#scripts/service.mjs'
import type { BalanceFact, Facts } from './fact.ts'
import { writeFacts } from './reference.ts'

const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner', account: 'Example' }

/** It counts by itself what the stubs just say: nothing is set aside, and what runs cost is what its flows cost. */
export const referenceBalance = ({ balance, flows }: Facts): BalanceFact => ({
  ...balance,
  available: balance.amount,
  reserved: 0,
  days30: flows.reduce((sum, flow) => sum + flow.cost, 0),
})

/** It tells everything, and works some of it out from what it holds and from today. */
export const referenceTelling = {
  currency: 'EUR',
  lacks: () => [],
  silent: {},
  mostRows: null,
  keyOf: (id: string) => Number(/^flw_fact_(\d+)$/.exec(id)?.[1]),
  own: {
    tool: ['used_by_count'],
    balance: ['credit_limit', 'low_balance_threshold', 'spend.today', 'spend.month_to_date', 'updated_at'],
  },
}

export interface Reference {
  /** Origin, without a slash at the end. */
  url: string
  cookies: { name: string; value: string }[]
  remove: () => Promise<void>
}

export async function startReference(facts: Facts): Promise<Reference> {
  const service = await startService()
  const { url } = service
  const answer = await fetch(`${url}/api/setup/`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ code: service.setupCode(), ...owner }),
  })
  if (!answer.ok) throw new Error(`The service was not set up: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [{ name, value }]
  })
  await service.stop()
  await writeFacts(service.dataDir, facts)
  await service.start()
  return { url, cookies, remove: service.remove }
}
