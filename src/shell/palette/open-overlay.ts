import { signal } from '#lib/signal.ts'

/** The open overlay: the palette, or the list of shortcuts. */
export const openOverlay = signal<'none' | 'palette' | 'shortcuts'>('none')
