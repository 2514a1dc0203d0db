/** How long the window takes to move by itself. */
export const motionMs = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 240)
