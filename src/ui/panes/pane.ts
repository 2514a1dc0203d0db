/** Resizable panes, whose widths are stored in this browser. */
import type { Signal } from '#lib/signal.ts'
import { storedSettingBy } from '#ui/browser/stored-setting.ts'
import type { PaneRange } from './pane-width.ts'

export interface Pane extends PaneRange {
  /** The stored width in px; '' = the usual width. */
  stored: Signal<string>
  /** Shows a width, without storing it. */
  show: (width: string) => void
}

/** The same limits in CSS, so that a width of a large window fits a smaller one. */
export const cssWidth = (width: string, { min, share }: PaneRange): string =>
  `clamp(${min}px, ${width}px, max(${min}px, ${share * 100}vw))`

/** A stored width in px; '' = the usual width. */
export const readWidth = (text: string | null): string => (text !== null && /^\d{2,4}$/.test(text) ? text : '')

/**
 * A pane whose width is stored in this browser. The width is the custom property `--pane-NAME` of the page, which is not
 * set while the pane has its usual width: `width: var(--pane-outline, 240px)`.
 */
export function resizablePane(name: string, range: PaneRange): Pane {
  const stored = storedSettingBy(`pane-${name}`, readWidth)
  const show = (width: string) => {
    const { style } = document.documentElement
    if (width === '') style.removeProperty(`--pane-${name}`)
    else style.setProperty(`--pane-${name}`, cssWidth(width, range))
  }
  show(stored.get())
  stored.subscribe(() => show(stored.get()))
  return { ...range, stored, show }
}
