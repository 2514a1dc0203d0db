/** Worker that makes pictures of one flow. The page terminates it when it is no longer needed. */
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { canvasPlan } from '#canvas/model/canvas-plan.ts'
import { drawingOf } from '#canvas/paint/drawing.ts'
import { addFonts } from '#canvas/pen/fonts.ts'
import { loadDrawingFonts } from '#canvas/paint/drawing-fonts.ts'
import { pictureArea } from './picture-area.ts'
import type { PictureReply, PictureFlow, PictureRequest } from './picture-messages.ts'
import { pngOf, svgOf } from './picture.ts'

/** Ids of a node and of its neighbours. Linear. */
export function withNeighbours(edges: readonly { source: string; target: string }[], id: string): Set<string> {
  const ids = new Set([id])
  for (const { source, target } of edges) {
    if (source === id) ids.add(target)
    if (target === id) ids.add(source)
  }
  return ids
}

const post = (answer: PictureReply): void => self.postMessage(answer)

interface OpenedPicture {
  graph: CanvasGraph
  title: string
  only: ReadonlySet<string> | null
}

let opened: OpenedPicture | null = null

/** Receives the flow through a port. */
const receiveFlow = (port: MessagePort): Promise<PictureFlow> =>
  new Promise((resolve) => {
    port.addEventListener('message', ({ data }: MessageEvent<PictureFlow>) => resolve(data), { once: true })
    port.start()
  })

async function open({ flow, name, placement, part, fonts }: Extract<PictureRequest, { kind: 'open' }>): Promise<void> {
  const { positions, format, ...picture } = await receiveFlow(flow)
  flow.close()
  const graph = canvasPlan({ ...picture, foreignKindOf: foreignKindsOf(format) }, placement).draw(positions)
  const only = part === null ? null : part.is === 'around' ? withNeighbours(picture.edges, part.id) : new Set(part.ids)
  opened = { graph, title: name, only }
  post({ kind: 'opened', whole: pictureArea(graph, null), part: pictureArea(graph, only) })
  addFonts(fonts)
}

async function make({ format, part, scale, palette }: Extract<PictureRequest, { kind: 'make' }>): Promise<void> {
  if (opened === null) throw new Error('No flow is open.')
  const { graph, title, only } = opened
  const drawing = drawingOf(graph)
  await loadDrawingFonts(drawing)
  const onProgress = (done: number) => post({ kind: 'progress', done })
  const options = { area: pictureArea(graph, part ? only : null), scale, palette, onProgress }
  post({ kind: 'made', blob: format === 'svg' ? svgOf(drawing, title, options) : await pngOf(drawing, options) })
}

self.addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  const work = data.kind === 'open' ? open(data) : make(data)
  work.catch((problem: unknown) =>
    post({ kind: 'failed', message: problem instanceof Error ? problem.message : String(problem) }),
  )
})
