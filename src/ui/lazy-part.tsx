import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { signal } from '#lib/signal.ts'

/** Later than what the page itself needs. */
const prefetchAfterMs = 1_500

/** Whether a part of the console was asked for and could not be fetched: the frame then offers to load the page again. */
export const hasMissingPart = signal(false)

/** In the place of a part that could not be fetched. */
const MissingPart = () => <p className="p-5 text-text-3">This part of the page could not be loaded.</p>

interface PartOptions<P> {
  /** Shown in its place where it cannot be fetched. */
  Missing?: ComponentType<P>
  /** false = fetched on use alone. */
  prefetch?: boolean
}

/**
 * A component whose code is large or rarely used. It is fetched a moment after the code that names it, so that it is there
 * at once, also when the service is not.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Missing = MissingPart, prefetch = true }: PartOptions<P> = {},
): LazyExoticComponent<ComponentType<P>> {
  // In the built console alone: a test ends before the moment comes. What cannot be had now is fetched again on use.
  if (prefetch && import.meta.env.PROD) setTimeout(() => void load().catch(() => null), prefetchAfterMs)
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      hasMissingPart.set(true)
      return { default: Missing }
    }
  })
}
