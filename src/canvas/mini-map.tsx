import { useStore } from '@xyflow/react'
import { memo, type KeyboardEvent, type PointerEvent } from 'react'
import type { Box } from './edge-path.ts'
import type { CanvasGraph, CanvasNode } from './canvas-graph.ts'
import { runLook } from './run-look.ts'
import type { LaidRun } from './run-strip.ts'

const width = 180
const height = 112
/** Part of the map that stays free around the flow. */
const margin = 0.06
/** Part of the window by which an arrow key moves it. */
const keyStep = 0.25

const moveOfKey: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The part of the canvas that the map shows. */
function viewOf(bounds: Box): Box {
  const scale = Math.max(bounds.width / (width * (1 - 2 * margin)), bounds.height / (height * (1 - 2 * margin)), 1)
  const [w, h] = [width * scale, height * scale]
  return { x: bounds.x + bounds.width / 2 - w / 2, y: bounds.y + bounds.height / 2 - h / 2, width: w, height: h }
}

type Look = '' | 'chosen' | 'found' | 'dim' | 'bad' | 'warn' | 'live' | 'ran' | 'unreached'

/** While something is looked for, the map shows that alone; with a run laid over, the run: red is then what failed in it. */
function lookOf({ index, problem, node }: CanvasNode, laid: LaidRun | null, found: BlocksProps['found']): Look {
  if (found !== null) return found.has(node.id) ? 'found' : 'dim'
  if (laid === null) return problem === null ? '' : problem.level === 'error' ? 'bad' : 'warn'
  const run = laid.overlay.nodes[index] ?? null
  if (run === null) return 'unreached'
  const { tone } = runLook(run.status)
  return tone === 'ok' || tone === 'idle' ? 'ran' : tone
}

/** What has to be found is drawn last, and never smaller than this on the screen. */
const leastMark = 5
const layers: Record<Look, number> = {
  dim: 0,
  unreached: 0,
  '': 0,
  ran: 1,
  live: 2,
  warn: 2,
  bad: 3,
  found: 3,
  chosen: 4,
}

interface BlocksProps {
  graph: CanvasGraph
  chosen: string | null
  laid: LaidRun | null
  /** Ids of what was found; null = nothing is looked for. */
  found: ReadonlySet<string> | null
  /** Canvas pixels in one of the map. */
  scale: number
}

/** All blocks of one look are one shape: a map of 10,000 nodes has as many elements as one of ten. */
const Blocks = memo(function Blocks({ graph, chosen, laid, found, scale }: BlocksProps) {
  const shapes = new Map<Look, string>()
  for (const card of graph.nodes) {
    if (card.kind === 'group' || card.kind === 'note') continue
    const look = card.node.id === chosen ? 'chosen' : lookOf(card, laid, found)
    const least = layers[look] > 1 ? leastMark * scale : 0
    const { box } = card
    const [w, h] = [Math.max(box.width, least), Math.max(box.height, least)]
    const at = `${Math.round(box.x + (box.width - w) / 2)} ${Math.round(box.y + (box.height - h) / 2)}`
    shapes.set(look, `${shapes.get(look) ?? ''}M${at}h${Math.round(w)}v${Math.round(h)}h${-Math.round(w)}z`)
  }
  return [...shapes]
    .toSorted(([a], [b]) => layers[a] - layers[b])
    .map(([look, shape]) => <path key={look} className={`block ${look}`} d={shape} />)
})

/** The whole flow in small, with the frame of what is seen. `onMove` gets the middle of the window in canvas pixels. */
export function MiniMap({
  graph,
  chosen,
  laid,
  found,
  onMove,
}: Omit<BlocksProps, 'scale'> & { onMove: (x: number, y: number) => void }) {
  const [x, y, zoom] = useStore((state) => state.transform)
  const windowWidth = useStore((state) => state.width)
  const windowHeight = useStore((state) => state.height)
  const view = viewOf(graph.bounds)
  const frame = { x: -x / zoom, y: -y / zoom, width: windowWidth / zoom, height: windowHeight / zoom }
  const point = (event: PointerEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onMove(
      view.x + ((event.clientX - box.left) / box.width) * view.width,
      view.y + ((event.clientY - box.top) / box.height) * view.height,
    )
  }
  const step = (event: KeyboardEvent) => {
    const move = moveOfKey[event.key]
    if (move === undefined) return
    event.preventDefault()
    onMove(frame.x + frame.width * (0.5 + move.x * keyStep), frame.y + frame.height * (0.5 + move.y * keyStep))
  }
  return (
    <button
      type="button"
      className="canvas-map"
      aria-label="Overview; arrow keys move the window"
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
      }}
    >
      <svg
        width={width}
        height={height}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        aria-hidden="true"
      >
        <Blocks graph={graph} chosen={chosen} laid={laid} found={found} scale={view.width / width} />
        <rect className="seen" {...frame} />
      </svg>
    </button>
  )
}
