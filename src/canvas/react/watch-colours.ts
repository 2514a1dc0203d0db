/** Whatever changes the colours of the page. */
const queriesOfColour = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

/** Calls back when the window comes to a screen with other pixels; returns what ends it. */
function watchRatio(onChange: () => void): () => void {
  let query: MediaQueryList | null = null
  const watch = () => {
    // A query asks for one ratio: after a change the next one is asked for.
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

/** Calls back when the colours of the page change, or the pixels that they are drawn with; returns what ends it. */
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
