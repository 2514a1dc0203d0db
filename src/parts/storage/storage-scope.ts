/** Scope of data in browser storage: data of one user of one service is hidden from other users and services. */
import type { QueryClient } from '@tanstack/react-query'
import { baseUrl, connectionPrefix } from '#api/connection/connection.ts'
import { meQuery } from '#api/query/me.ts'

/** Storage key from connection, service, account, user and `more`. */
export async function storageScope(client: QueryClient, more: readonly string[] = []): Promise<string> {
  const [base, who] = await Promise.all([baseUrl().catch(() => ''), client.ensureQueryData(meQuery).catch(() => null)])
  const service = `${connectionPrefix()}${new URL(base, location.href).href}`
  return JSON.stringify([service, who?.account.id ?? '', who?.person?.id ?? '', ...more])
}
