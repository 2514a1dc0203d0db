/** Reads the colours of a theme from the stylesheet; on the page, for a worker has none. */
import { colours, type Colour, type Look } from './look.ts'

/** Colours that are no theme names of Tailwind. */
const ownNames = new Set<Colour>(['edge', 'grid-dot'])

/** The colours as they are now, or as they are in one of the two themes. */
export function readLook(theme: 'light' | 'dark' | null = null): Look {
  const probe = document.createElement('span')
  probe.hidden = true
  if (theme !== null) probe.style.colorScheme = theme
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const look = new Map(
    colours.map((name) => {
      if (name === 'card-shadow') {
        probe.style.boxShadow = 'var(--shadow-card)'
        return [name, style.boxShadow.replace(/ 0px .*$/, '')]
      }
      // A variable's own text is not a colour; the "color" of an element is one.
      probe.style.color = `var(${ownNames.has(name) ? `--${name}` : `--color-${name}`})`
      return [name, style.color]
    }),
  )
  probe.remove()
  return look
}
