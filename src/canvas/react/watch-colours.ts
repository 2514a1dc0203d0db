/** Media queries that affect the colours of the page. */
const queriesOfColour = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

/** Calls back when the device pixel ratio changes; returns the function that stops it. */
function watchRatio(onChange: () => void): () => void {
  let query: MediaQueryList | null = null
  const watch = () => {
    // A query matches one ratio: after a change a new one is needed.
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    query.addEventListener('change', change, { once: true })
  }
  const change = () => {
    onChange()
    watch()
  }
  watch()
  return () => query?.removeEventListener('change', change)
}

/** Calls back when the colours of the page or the device pixel ratio change; returns the function that stops it. */
export function watchColours(onChange: () => void): () => void {
  const root = new MutationObserver(onChange)
  root.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const queries = queriesOfColour.map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', onChange)
  const endRatio = watchRatio(onChange)
  return () => {
    root.disconnect()
    endRatio()
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
