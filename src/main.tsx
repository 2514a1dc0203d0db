import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#shell/app.tsx'
import { followServerClock } from './shell/server-clock.ts'
import { followTheme } from '#shell/theme.ts'
import { Pages } from './routes.tsx'

/** Renders the console into its page. */
export function start(): void {
  followTheme()
  followServerClock()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root".')
  createRoot(root).render(
    <StrictMode>
      <App>
        <Pages />
      </App>
    </StrictMode>,
  )
}
