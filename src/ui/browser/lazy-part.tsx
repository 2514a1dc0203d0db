import { createElement, lazy, useEffect, useState, type ComponentType, type FunctionComponent } from 'react'
import { signal } from '#lib/signal.ts'
import { lazyModule } from './lazy-module.ts'
import { rulesOf } from './stylesheet-rules.ts'
import { useStoredSetting } from './stored-setting.ts'

/** Delay in ms, so that the page itself loads first. */
const preloadDelayMs = 1_500

/** Whether a part of the console failed to load: the frame then offers to reload the page. */
export const hasMissingPart = signal(false)

/** Placeholder for a part that failed to load. */
const MissingPart = () => <p className="p-5 text-text-3">This part of the page could not be loaded.</p>

interface PartOptions<P> {
  /** Shown if loading fails. */
  Missing?: ComponentType<P>
  /**
   * When the code loads: with the module that names it, for parts that are visible immediately; a moment later; or on
   * first use.
   */
  preload?: 'now' | 'later' | 'on use'
}

/** Removes stylesheets that failed to load: browsers do not request a stylesheet of the page again. */
function removeBrokenSheets(): void {
  for (const { ownerNode, href } of [...document.styleSheets].filter((sheet) => rulesOf(sheet) === null))
    if (ownerNode instanceof Element && href?.startsWith(location.origin) === true) ownerNode.remove()
}

/** Retries missing parts in place, so that other inputs of the page are kept. */
export function retryMissingParts(): void {
  if (!hasMissingPart.get()) return
  removeBrokenSheets()
  hasMissingPart.set(false)
}

/**
 * A component whose code is large or rarely used. By default, the code loads a moment after the module that names it,
 * so that it is available on first use, even if the service is down then.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Missing = MissingPart, preload = 'later' }: PartOptions<P> = {},
): FunctionComponent<P> {
  // Only in the built console: a test ends before the delay. Code that fails to load is loaded again on use.
  const code = lazyModule(load)
  if (preload !== 'on use' && import.meta.env.PROD)
    setTimeout(() => void code.load().catch(() => null), preload === 'now' ? 0 : preloadDelayMs)
  let isMissing = false
  const fetchPart = () =>
    lazy(async () => {
      try {
        return { default: await code.load() }
      } catch {
        isMissing = true
        hasMissingPart.set(true)
        return { default: Missing }
      }
    })
  let Part = fetchPart()
  hasMissingPart.subscribe(() => {
    if (!isMissing || hasMissingPart.get()) return
    isMissing = false
    Part = fetchPart()
  })
  return function LazyPart(props: P) {
    useStoredSetting(hasMissingPart)
    // Loaded code is rendered immediately, without the fallback of a lazy component. Chosen once: replacing the
    // component would remount it.
    const [There] = useState(() => code.get())
    return createElement<P>(There ?? Part, props)
  }
}

/**
 * Preloads code for an action a moment after the page, so that it is available immediately, even if the service is
 * down.
 * @param load stays the same function; code that fails to load is loaded again on use
 */
export function useDeferredLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => null), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [load])
}
