/** Whether the console was updated while this page was open: code that the page has not loaded yet is then gone. */
import { signal } from '#lib/signal.ts'

/** Parts that are missing and say so in their own place: the frame then says nothing more. */
export const missingParts = signal(0)

/** Another build answers now. */
export const isOutdated = signal(false)

/** Whether a start page is of another build than this page: it begins with another script. Pure. */
export const isOtherBuild = (html: string, ownScript: string): boolean =>
  /<script[^>]+src=/.test(html) && !html.includes(ownScript)

/** Whether another build answers now; looked up until one does. */
async function lookForBuild(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
  if (own === '' || isOutdated.get()) return isOutdated.get()
  try {
    const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store', headers: { accept: 'text/html' } })
    if (answer.ok && isOtherBuild(await answer.text(), own)) isOutdated.set(true)
  } catch {
    // The service is away, which the frame says itself.
  }
  return isOutdated.get()
}

/** Looks whenever a part of the console could not be loaded. Returns what ends it. */
export function watchBuild(): () => void {
  const listen = () => void lookForBuild()
  window.addEventListener('vite:preloadError', listen)
  return () => window.removeEventListener('vite:preloadError', listen)
}
