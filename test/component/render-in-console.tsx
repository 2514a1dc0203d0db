/** Renders components with a router and a query client, without a service. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { render } from 'vitest-browser-react'

/** Reports the URL as text: "/flows?search=x". */
function Address({ onAddress }: { onAddress: (address: string) => void }) {
  const { pathname, search } = useLocation()
  onAddress(pathname + search)
  return null
}

/** Renders the children; `address()` is the current URL of the console. */
export async function renderInConsole(children: ReactNode, address = '/') {
  let now = address
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        {children}
        <Address onAddress={(next) => (now = next)} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return Object.assign(screen, { address: () => now })
}
