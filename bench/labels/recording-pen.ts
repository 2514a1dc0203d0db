/** A pen that paints nothing and records the texts, with the widths of a real one. */
import { isRightToLeft } from '#canvas/pen/fit-text.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import type { PaintedText } from './covered-texts.ts'

/** Height of letters above and below the baseline, as a share of the font size. */
const [above, below] = [0.75, 0.2]

/** `texts` are in screen pixels of the canvas at `zoom`. */
export function recordingPen(measure: Pen['measure'], zoom: number): { pen: Pen; texts: PaintedText[] } {
  const texts: PaintedText[] = []
  const pen: Pen = {
    measure,
    box: () => {},
    lines: () => {},
    hairlines: () => {},
    polygon: () => {},
    icon: () => {},
    text: ({ text, x, y, font, toRight }) => {
      const size = font.size * zoom
      const width = measure(text, { ...font, size })
      const left = toRight === true || isRightToLeft(text) ? x * zoom - width : x * zoom
      texts.push({ text, box: { x: left, y: y * zoom - above * size, width, height: (above + below) * size } })
    },
    pattern: () => {},
    dimOpacity: 1,
    layout: null,
    withAlpha: (_alpha, _ground, draw) => draw(),
    grey: (draw) => draw(),
  }
  return { pen, texts }
}
