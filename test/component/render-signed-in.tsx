/** Renders components that need the signed-in user or cached data, which are in the cache, without requests. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { cleanup, render } from 'vitest-browser-react'
import { meQuery } from '#api/query/me.ts'
import type { Me } from '#contract/account.ts'

const olga: Me = {
  person: { id: 'usr_1', name: 'Olga Owner', email: 'owner@example.com' },
  account: { id: 'acc_1', name: 'Example', currency: 'EUR', sample: false },
  role: 'owner',
  scopes: ['read', 'write'],
  extensions: [],
  service: { name: 'test', version: '1' },
}

/**
 * Renders the children at a URL.
 * @param fill puts data for the component into the cache
 * @param me differences from an owner without extensions
 */
export async function renderSignedIn(
  children: ReactNode,
  { path = '/', me = {}, fill }: { path?: string; me?: Partial<Me>; fill?: (client: QueryClient) => void } = {},
) {
  // The package cleans up only before each test of the first file, because files share their modules.
  await cleanup()
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false }, mutations: { retry: false } },
  })
  client.setQueryData(meQuery.queryKey, { ...olga, ...me })
  fill?.(client)
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    </QueryClientProvider>,
  )
}
