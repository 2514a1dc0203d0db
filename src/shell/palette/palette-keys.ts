const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The shortcut of the palette on this machine. */
export const paletteKeys = isApple ? '⌘K' : 'Ctrl K'
