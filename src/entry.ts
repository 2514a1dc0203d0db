/**
 * The first script. Who is there is asked, and the code of the page fetched, beside the framework and not after it; on a
 * flow's page the flow too is asked for, and its worker started.
 */
import { sendEarly } from './api/request/early-requests.ts'
import { flowReadAt, mePath } from '#contract/kernel/early-paths.ts'
import { pageAt, pageCode } from './page-code.ts'
import './index.css'

const page = pageAt(location.pathname)

/** The id of the flow whose page it is; null where it is another page, or no writing at all. */
function flowHere(): string | null {
  const address = /([^/]+)\/?$/.exec(location.pathname)?.[1]
  try {
    return page !== 'flow' || address === undefined ? null : decodeURIComponent(address)
  } catch {
    return null
  }
}

/** The console is drawn once its page is there: what is shown in the place of a page holds it back for 0.3 s. */
const pageThere = page === null ? null : pageCode[page].load().catch(() => null)
if (page !== 'signIn' && page !== 'setUp') sendEarly(mePath).catch(() => null)

const flow = flowHere()
if (flow !== null) {
  const answer = sendEarly(flowReadAt(flow))
  // Other pages need not load what opens a flow: it comes while the flow is on its way.
  void import('#flow-data/early-flow.ts').then(
    ({ startFlow }) => startFlow(flow, answer, location.search === ''),
    () => null,
  )
  if (!new URLSearchParams(location.search).has('tab')) import('./pages/flow/canvas/canvas-tab.tsx').catch(() => null)
}

// What opens the flows that the address of a comparison names comes beside the framework too.
if (page === 'compare' && location.search !== '') import('#pages/compare/open-side.ts').catch(() => null)

Promise.all([import('./main.tsx'), pageThere]).then(
  ([{ start }]) => start(),
  () => {
    const root = document.getElementById('root')
    if (root !== null) root.textContent = 'Flow Console could not be loaded. Reload the page.'
  },
)
