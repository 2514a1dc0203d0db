import { signal } from '#lib/signal.ts'

/** What lies over the page at the moment: the palette, or the sheet of shortcuts. */
export const openOverlay = signal<'none' | 'palette' | 'shortcuts'>('none')
