/**
 * Detects that a new build was deployed while this page was open: code that is not loaded yet may no longer
 * exist on the server.
 */
import { signal } from '#lib/signal.ts'

/** Number of parts that failed to load and show an error in their place: the frame then shows no banner. */
export const missingParts = signal(0)

/** Whether another build is deployed now. */
export const isOutdated = signal(false)

/** Whether the HTML of a start page has another first script than this page, and so is of another build. Pure. */
export const isOtherBuild = (html: string, ownScript: string): boolean =>
  /<script[^>]+src=/.test(html) && !html.includes(ownScript)

/** Fetches the start page to see whether another build is deployed; not repeated once one was found. */
async function checkForNewBuild(): Promise<boolean> {
  const ownScript = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
  if (ownScript === '' || isOutdated.get()) return isOutdated.get()
  try {
    const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-store', headers: { accept: 'text/html' } })
    if (response.ok && isOtherBuild(await response.text(), ownScript)) isOutdated.set(true)
  } catch {
    // The service is unreachable, which the frame shows.
  }
  return isOutdated.get()
}

/** Checks for a new build whenever a part of the console fails to load. Returns the function that stops this. */
export function watchBuild(): () => void {
  const listen = () => void checkForNewBuild()
  window.addEventListener('vite:preloadError', listen)
  return () => window.removeEventListener('vite:preloadError', listen)
}
