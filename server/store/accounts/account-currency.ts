/** Cached currency of an account, which never changes. */
import { account } from '#server/store/tables/account.ts'
import type { Scope } from '#server/store/db/scope.ts'

const currencies = new Map<string, string>()

/** The ISO 4217 code. */
export async function accountCurrency(scope: Scope): Promise<string> {
  const cached = currencies.get(scope.account)
  if (cached !== undefined) return cached
  const [row] = await scope.selectAccount({ currency: account.currency })
  if (!row) throw new Error('The account of this request was deleted.')
  currencies.set(scope.account, row.currency)
  return row.currency
}
