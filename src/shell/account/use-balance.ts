import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { balance, type Balance } from '#contract/billing.ts'

/** The balance moves with every run; a minute is close enough for the frame. */
const refetchMs = 60_000

/** The balance for the frame; null until it is known, and where it cannot be read: the frame says nothing then. */
export function useBalance(): Balance | null {
  const { data } = useQuery({ ...q(balance.read, {}), refetchInterval: refetchMs, retry: false })
  return data === undefined || typeof data.available !== 'string' ? null : data
}
