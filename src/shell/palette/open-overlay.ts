import { signal } from '#lib/signal.ts'

/** The open overlay. */
export const openOverlay = signal<'none' | 'palette' | 'shortcuts' | 'help' | 'news'>('none')
export const closeOverlay = (): void => openOverlay.set('none')

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The shortcut of the palette on this machine. */
export const paletteKeys = isApple ? '⌘K' : 'Ctrl K'
