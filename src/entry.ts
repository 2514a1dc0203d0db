/**
 * The first script. It requests `/me/` (except on the sign-in and set-up pages) and the page's code while the framework
 * loads; on a flow's page it also requests the flow and starts its worker.
 */
import { sendEarly } from './api/request/early-requests.ts'
import { flowReadAt, mePath } from '#contract/kernel/early-paths.ts'
import { pageAt, pageCode } from './page-code.ts'
import './index.css'

const page = pageAt(location.pathname)

/** Id of the flow that this page shows; null on other pages, or if the id is malformed. */
function flowHere(): string | null {
  const address = /([^/]+)\/?$/.exec(location.pathname)?.[1]
  try {
    return page !== 'flow' || address === undefined ? null : decodeURIComponent(address)
  } catch {
    return null
  }
}

/** Rendering waits for the page's code: a fallback would delay it by 0.3 s. */
const pageThere = page === null ? null : pageCode[page].load().catch(() => null)
if (page !== 'signIn' && page !== 'setUp') sendEarly(mePath).catch(() => null)

const flow = flowHere()
if (flow !== null) {
  const answer = sendEarly(flowReadAt(flow))
  // Loaded only on a flow's page, while the flow is being fetched.
  void import('#flow-data/early-flow.ts').then(
    ({ startFlow }) => startFlow(flow, answer, location.search === ''),
    () => null,
  )
  if (!new URLSearchParams(location.search).has('tab')) import('./pages/flow/canvas/canvas-tab.tsx').catch(() => null)
}

// On the comparison page, the code that opens both sides loads in parallel with the framework.
if (page === 'compare' && location.search !== '') import('#pages/compare/open-side.ts').catch(() => null)

Promise.all([import('./main.tsx'), pageThere]).then(
  ([{ start }]) => start(),
  () => {
    const root = document.getElementById('root')
    if (root !== null) root.textContent = 'Flow Console could not be loaded. Reload the page.'
  },
)
