/** The reference service with an owner and the facts, for comparison with the stubs. */
import { startService } from '#scripts/service.mjs'
import type { BalanceFact, Facts } from './fact.ts'
import { writeFacts } from './reference.ts'

const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner', account: 'Example' }

/**
 * Balance of the reference service, which computes figures that the stubs just return: nothing is reserved, and the
 * cost of 30 days is the sum of all flows.
 */
export const referenceBalance = ({ balance, flows }: Facts): BalanceFact => ({
  ...balance,
  available: balance.amount,
  reserved: 0,
  days30: flows.reduce((sum, flow) => sum + flow.cost, 0),
})

/** What the reference service returns: all facts, some of them computed from its data and today's date. */
export const referenceTraits = {
  currency: 'EUR',
  lacks: () => [],
  silent: {},
  maxRows: null,
  keyOf: (id: string) => Number(/^flw_fact_(\d+)$/.exec(id)?.[1]),
  own: {
    tool: ['used_by_count'],
    balance: ['credit_limit', 'low_balance_threshold', 'spend.today', 'spend.month_to_date', 'updated_at'],
  },
}

export interface Reference {
  /** Origin, without a trailing slash. */
  url: string
  cookies: { name: string; value: string }[]
  remove: () => Promise<void>
}

export async function startReference(facts: Facts): Promise<Reference> {
  const service = await startService()
  const { url } = service
  const response = await fetch(`${url}/api/setup/`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ code: service.setupCode(), ...owner }),
  })
  if (!response.ok) throw new Error(`The service was not set up: ${await response.text()}`)
  const cookies = response.headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [{ name, value }]
  })
  await service.stop()
  await writeFacts(service.dataDir, facts)
  await service.start()
  return { url, cookies, remove: service.remove }
}
