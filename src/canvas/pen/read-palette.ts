/** Reads the colours of a theme from the stylesheet; on the page, for a worker has none. */
import { colours, type Colour, type ColourPalette } from './palette.ts'
import { lineWidth } from './pen.ts'

/** Browsers lay out in pixels of the device; where one is emulated they do not, and a line of this width tells. */
const probeLine = 1.5

/** Colours that are no theme names of Tailwind. */
const ownNames = new Set<Colour>(['edge', 'grid-dot'])

/** The colours as they are now, or as they are in one of the two themes. */
export function readPalette(theme: 'light' | 'dark' | null = null): ColourPalette {
  const probe = document.createElement('span')
  probe.hidden = true
  // Forced colours are the canvas's own affair: its styles say which they are. A picture in a theme has the theme's.
  probe.style.forcedColorAdjust = 'none'
  if (theme === null) probe.className = 'canvas-look'
  else probe.style.colorScheme = theme
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const look = new Map<Colour | 'pale' | 'layout', string>(
    colours.map((name): [Colour, string] => {
      if (name === 'card-shadow') {
        probe.style.boxShadow = 'var(--shadow-card)'
        return [name, style.boxShadow.replace(/ 0px .*$/, '')]
      }
      // A variable's own text is not a colour; the "color" of an element is one.
      probe.style.color = `var(${ownNames.has(name) ? `--${name}` : `--color-${name}`})`
      return [name, style.color]
    }),
  )
  if (theme === null) {
    probe.style.opacity = 'var(--canvas-pale)'
    look.set('pale', style.opacity)
    probe.style.border = `${probeLine}px solid`
    if (Math.abs(parseFloat(style.borderTopWidth) - lineWidth(probeLine, devicePixelRatio)) > 0.01)
      look.set('layout', '1')
  }
  probe.remove()
  return look
}
