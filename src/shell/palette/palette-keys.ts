const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What opens the palette on this machine, as its keyboard has it. */
export const paletteKeys = isApple ? '⌘K' : 'Ctrl K'
