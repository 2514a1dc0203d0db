/** Duration of an automatic move of the viewport. */
export const motionMs = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 240)
