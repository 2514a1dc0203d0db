/** Scope of stored data: data of one user of one service in this browser are hidden from others. */
import type { QueryClient } from '@tanstack/react-query'
import { baseUrl, connectionPrefix } from '#api/connection/connection.ts'
import { meQuery } from '#api/query/me.ts'

/** A key from connection, service, account and user, and `more`. */
export async function storageScope(client: QueryClient, more: readonly string[] = []): Promise<string> {
  const [base, who] = await Promise.all([baseUrl().catch(() => ''), client.ensureQueryData(meQuery).catch(() => null)])
  const service = `${connectionPrefix()}${new URL(base, location.href).href}`
  return JSON.stringify([service, who?.account.id ?? '', who?.person?.id ?? '', ...more])
}
