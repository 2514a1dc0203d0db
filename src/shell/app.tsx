import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { makeQueryClient } from '#api/query/query.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { StartScreen } from './session/start-screen.tsx'

/** Root component: the query cache, the router, and what is shown before a page can be. */
export function App({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <ErrorBoundary>
          <Suspense fallback={<StartScreen />}>{children}</Suspense>
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
