import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react'
import { signal } from '#lib/signal.ts'
import { lazyModule } from './lazy-module.ts'
import { rulesOf } from './stylesheet-rules.ts'
import { useStoredSetting } from './stored-setting.ts'

/** Later than what the page itself needs. */
const laterMs = 1_500

/** Whether a part of the console was asked for and could not be fetched: the frame then offers to load the page again. */
export const hasMissingPart = signal(false)

/** In the place of a part that could not be fetched. */
const MissingPart = () => <p className="p-5 text-text-3">This part of the page could not be loaded.</p>

interface PartOptions<P> {
  /** Shown in its place where it cannot be fetched. */
  Missing?: ComponentType<P>
  /** When it is fetched: with what names it, where it is shown at once; a moment later; or on use alone. */
  fetched?: 'now' | 'later' | 'on use'
}

/** Takes out the stylesheets that did not come: one that stands in the page is not fetched a second time. */
function removeBrokenSheets(): void {
  for (const { ownerNode, href } of [...document.styleSheets].filter((sheet) => rulesOf(sheet) === null))
    if (ownerNode instanceof Element && href?.startsWith(location.origin) === true) ownerNode.remove()
}

/** Fetches what could not be had, where it is shown: what was typed and chosen beside it stays. */
export function retryMissingParts(): void {
  if (!hasMissingPart.get()) return
  removeBrokenSheets()
  hasMissingPart.set(false)
}

/**
 * A component whose code is large or rarely used. It is fetched a moment after the code that names it, so that it is there
 * at once, also when the service is not.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Missing = MissingPart, fetched = 'later' }: PartOptions<P> = {},
): FunctionComponent<P> {
  // In the built console alone: a test ends before the moment comes. What cannot be had now is fetched again on use.
  const code = lazyModule(load)
  if (fetched !== 'on use' && import.meta.env.PROD)
    setTimeout(() => void code.load().catch(() => null), fetched === 'now' ? 0 : laterMs)
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
    // Code that is there is drawn at once, without what stands in the place of a lazy part. Once chosen it stays: another would begin anew.
    const [There] = useState(() => code.get())
    return createElement<P>(There ?? Part, props)
  }
}
