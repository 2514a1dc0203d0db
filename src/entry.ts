/** The first script. On a flow's page the flow is asked for, and its worker started, before the framework is there. */
import { sendEarly } from '#api/early.ts'
import { flowReadAt, mePath } from '#contract/early-paths.ts'
import './index.css'

/** The id of the flow whose page it is; null where it is another page, or no writing at all. */
function flowHere(): string | null {
  // Words that are pages, and no ids, stand in the same place.
  const address = /^\/flows\/(?!(?:import|compare|file|trash)\/?$)([^/]+)\/?$/.exec(location.pathname)?.[1]
  try {
    return address === undefined ? null : decodeURIComponent(address)
  } catch {
    return null
  }
}

const flow = flowHere()
if (flow !== null) {
  const answer = sendEarly(flowReadAt(flow))
  // Other pages need not load what opens a flow: it comes while the flow is on its way.
  void import('#flow-data/early-flow.ts').then(
    ({ startFlow }) => startFlow(flow, answer, location.search === ''),
    () => null,
  )
  sendEarly(mePath).catch(() => null)
  // Beside the framework, not after it: the page asks for both again.
  import('#pages/flow/flow-page.tsx').catch(() => null)
  if (!new URLSearchParams(location.search).has('tab')) import('#pages/flow/canvas-tab.tsx').catch(() => null)
}

// What opens the flows that the address of a comparison names comes beside the framework too.
if (/^\/flows\/compare\/?$/.test(location.pathname) && location.search !== '')
  import('#pages/compare/open-side.ts').catch(() => null)

import('./main.tsx').catch(() => {
  const root = document.getElementById('root')
  if (root !== null) root.textContent = 'Flow Console could not be loaded. Load the page again.'
})
