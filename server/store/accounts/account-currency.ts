/** Cached currency of an account, which never changes. */
import { account } from '#server/store/tables/account.ts'
import type { Scope } from '#server/store/db/scope.ts'

const known = new Map<string, string>()

/** The ISO 4217 code. */
export async function accountCurrency(scope: Scope): Promise<string> {
  const kept = known.get(scope.account)
  if (kept !== undefined) return kept
  const [row] = await scope.selectAccount({ currency: account.currency })
  if (!row) throw new Error('The account of this request was deleted.')
  known.set(scope.account, row.currency)
  return row.currency
}
