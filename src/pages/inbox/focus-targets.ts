/** Where the focus moves when the focused element is removed. */
import { isFocusLost } from '#ui/browser/focus-loss.ts'
import type { ComposerKind } from './composer/composer-drafts.ts'

const focus = (selector: string) => {
  const element = document.querySelector<HTMLElement>(`.inbox ${selector}`)
  if (element?.checkVisibility() !== true) return false
  element.focus({ preventScroll: true })
  return true
}

/** Focuses the header of the open conversation; false if it is not visible. */
export const focusThread = (): boolean => focus('.thread-head h2')

/** Focuses the current row, or the list if there is none; false if neither is visible. */
export const focusList = (): boolean => focus('.rows a[tabindex="0"]') || focus('.list')

/** The composer that is mounted. */
interface MountedComposer {
  /** Id of its conversation. */
  id: string
  /** Switches to a kind of text and focuses the text field, or says why there is none. */
  write: (kind: ComposerKind) => void
}
let mountedComposer: MountedComposer | null = null

/** A composer that gets the focus once it is mounted, with what was typed meanwhile. `kind`: null = the current one. */
interface ComposerRequest {
  id: string
  kind: ComposerKind | null
  typed: string
  /** Time of the request in ms. */
  at: number
}
let composerRequest: ComposerRequest | null = null
/** Time in ms in which a composer is mounted; later, letters are shortcuts again. */
const composerMountMs = 1_500

/** Collects the letters for a composer that is not mounted yet: they are text, not shortcuts. */
function collectKey(event: KeyboardEvent): void {
  if (composerRequest === null || performance.now() - composerRequest.at > composerMountMs) {
    endComposerRequest()
    return
  }
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  composerRequest.typed += event.key
}

function endComposerRequest(): void {
  composerRequest = null
  document.removeEventListener('keydown', collectKey, true)
}

/** Focuses the composer of a conversation that is about to open, so that writing continues there. */
export function requestComposerFocus(id: string, kind: ComposerKind | null = null): void {
  composerRequest = { id, kind, typed: '', at: performance.now() }
  document.addEventListener('keydown', collectKey, true)
}

/** Focuses the composer of a conversation for a kind of text: at once, or as soon as it is mounted. */
export function focusComposer(id: string, kind: ComposerKind): void {
  if (mountedComposer?.id === id) mountedComposer.write(kind)
  else requestComposerFocus(id, kind)
}

/**
 * Makes a composer known while it is mounted. Returns the request for it, if there is one, and what makes it unknown
 * again.
 */
export function mountComposer(composer: MountedComposer) {
  mountedComposer = composer
  const request = composerRequest?.id === composer.id ? composerRequest : null
  endComposerRequest()
  return {
    request,
    unmount: () => {
      if (mountedComposer === composer) mountedComposer = null
    },
  }
}

/** Restores lost focus, so that shortcuts keep working: to the open conversation, else to the current row. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost() && !focusThread()) focusList()
  })
}
