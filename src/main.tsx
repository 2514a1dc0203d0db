import { StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { clockOffset } from '#api/connection/clock.ts'
import { makeQueryClient } from '#api/query/query.ts'
import { ErrorBoundary } from '#shell/error-boundary.tsx'
import { StartScreen } from '#shell/session/start-screen.tsx'
import { followTheme } from '#shell/theme.ts'
import { shiftNow } from '#ui/browser/now.ts'
import { Pages } from './routes.tsx'

/** Root component: query cache, router, error boundary and loading screen. */
function App() {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <ErrorBoundary>
          <Suspense fallback={<StartScreen />}>
            <Pages />
          </Suspense>
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/** Renders the console into the root element. */
export function start(): void {
  followTheme()
  // Relative times use the service's clock: with a wrong local clock, recent events would be "in 3 h".
  clockOffset.subscribe(() => shiftNow(clockOffset.get()))
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root".')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
