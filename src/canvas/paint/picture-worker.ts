/** Makes pictures of one flow off the main thread. Whoever does not want them any more ends the worker. */
import { canvasGraph, type CanvasGraph } from '#canvas/canvas-graph.ts'
import { addFonts, loadFonts } from './fonts.ts'
import { pictureArea } from './picture-area.ts'
import type { PictureAnswer, PictureRequest } from './picture-messages.ts'
import { pngOf, svgOf } from './picture.ts'
import { fontFamilies } from './pen.ts'

const say = (answer: PictureAnswer): void => self.postMessage(answer)

/** The letters that a flow's cards may show, each once: they decide which fonts are needed. */
function lettersOf(graph: CanvasGraph): string {
  const letters = new Set<string>('…·')
  const add = (text: string) => {
    for (const letter of text.slice(0, 2_000)) letters.add(letter)
  }
  for (const { node, shape } of graph.nodes) {
    for (const text of [node.name, node.id, node.type, node.tool ?? '', shape.summary, node.notes]) add(text)
    for (const { label, condition } of shape.rows) add(label + condition)
    if (typeof node.config['text'] === 'string') add(node.config['text'])
  }
  return [...letters].join('')
}

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
  const { sans, mono } = fontFamilies
  await loadFonts([`400 13px ${sans}`, `600 13px ${sans}`, `400 11px ${mono}`], lettersOf(graph))
  const onProgress = (done: number) => say({ kind: 'progress', done })
  const options = { area: pictureArea(graph, part ? only : null), scale, look, onProgress }
  say({ kind: 'made', blob: format === 'svg' ? svgOf(graph, title, options) : await pngOf(graph, options) })
}

self.addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  const work = data.kind === 'open' ? open(data) : make(data)
  work.catch((problem: unknown) =>
    say({ kind: 'failed', message: problem instanceof Error ? problem.message : String(problem) }),
  )
})
