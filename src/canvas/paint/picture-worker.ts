/** Makes pictures of one flow off the main thread. Whoever does not want them any more ends the worker. */
import { canvasGraph, type CanvasGraph } from '#canvas/canvas-graph.ts'
import { drawingOf } from './drawing.ts'
import { addFonts } from './fonts.ts'
import { loadLetters } from './letters.ts'
import { pictureArea } from './picture-area.ts'
import type { PictureAnswer, PictureRequest } from './picture-messages.ts'
import { pngOf, svgOf } from './picture.ts'

const say = (answer: PictureAnswer): void => self.postMessage(answer)

interface Opened {
  graph: CanvasGraph
  title: string
  only: readonly string[]
}

let opened: Opened | null = null

async function open({ flow, placement, only, fonts }: Extract<PictureRequest, { kind: 'open' }>): Promise<void> {
  const graph = canvasGraph(flow, placement)
  opened = { graph, title: flow.name, only }
  say({ kind: 'opened', whole: pictureArea(graph, null), part: pictureArea(graph, only) })
  addFonts(fonts)
}

async function make({ format, part, scale, look }: Extract<PictureRequest, { kind: 'make' }>): Promise<void> {
  if (opened === null) throw new Error('No flow is open.')
  const { graph, title, only } = opened
  const drawing = drawingOf(graph)
  await loadLetters(drawing)
  const onProgress = (done: number) => say({ kind: 'progress', done })
  const options = { area: pictureArea(graph, part ? only : null), scale, look, onProgress }
  say({ kind: 'made', blob: format === 'svg' ? svgOf(drawing, title, options) : await pngOf(drawing, options) })
}

self.addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  const work = data.kind === 'open' ? open(data) : make(data)
  work.catch((problem: unknown) =>
    say({ kind: 'failed', message: problem instanceof Error ? problem.message : String(problem) }),
  )
})
