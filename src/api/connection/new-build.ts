/**
 * Detects that the console was updated while this page was open: code that the page has not loaded yet is then gone.
 */
import { signal } from '#lib/signal.ts'

/** Number of missing parts that show an error in their own place: the frame then shows no other. */
export const missingParts = signal(0)

/** Whether another build is deployed now. */
export const isOutdated = signal(false)

/** Whether the HTML of a start page belongs to another build than this page: its first script differs. Pure. */
export const isOtherBuild = (html: string, ownScript: string): boolean =>
  /<script[^>]+src=/.test(html) && !html.includes(ownScript)

/** Whether another build is deployed now; checked until one is. */
async function lookForBuild(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
  if (own === '' || isOutdated.get()) return isOutdated.get()
  try {
    const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store', headers: { accept: 'text/html' } })
    if (answer.ok && isOtherBuild(await answer.text(), own)) isOutdated.set(true)
  } catch {
    // The service is unreachable, which the frame shows.
  }
  return isOutdated.get()
}

/** Checks whenever a part of the console could not be loaded. Returns the function that stops it. */
export function watchBuild(): () => void {
  const listen = () => void lookForBuild()
  window.addEventListener('vite:preloadError', listen)
  return () => window.removeEventListener('vite:preloadError', listen)
}
