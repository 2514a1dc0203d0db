/** Reads the colours of a theme from the stylesheet; on the page, since a worker has none. */
import { colours, type Colour, type ColourPalette } from './palette.ts'
import { lineWidth } from './pen.ts'

/** Browsers lay out in device pixels, except in an emulated device; the width of this line shows which. */
const probeLine = 1.5

/** Colours that are not in Tailwind's theme. */
const ownNames = new Set<Colour>(['edge', 'grid-dot'])

/** The current colours, or those of one of the two themes. */
export function readPalette(theme: 'light' | 'dark' | null = null): ColourPalette {
  const probe = document.createElement('span')
  probe.hidden = true
  // Under forced colours the canvas's styles choose the colours. A picture in a given theme has that theme's colours.
  probe.style.forcedColorAdjust = 'none'
  if (theme === null) probe.className = 'canvas-look'
  else probe.style.colorScheme = theme
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const palette = new Map<Colour | 'pale' | 'layout', string>(
    colours.map((name): [Colour, string] => {
      if (name === 'card-shadow') {
        probe.style.boxShadow = 'var(--shadow-card)'
        return [name, style.boxShadow.replace(/ 0px .*$/, '')]
      }
      // A custom property returns its text, not a colour; the "color" of an element is resolved.
      probe.style.color = `var(${ownNames.has(name) ? `--${name}` : `--color-${name}`})`
      return [name, style.color]
    }),
  )
  if (theme === null) {
    probe.style.opacity = 'var(--canvas-pale)'
    palette.set('pale', style.opacity)
    probe.style.border = `${probeLine}px solid`
    if (Math.abs(parseFloat(style.borderTopWidth) - lineWidth(probeLine, devicePixelRatio)) > 0.01)
      palette.set('layout', '1')
  }
  probe.remove()
  return palette
}
