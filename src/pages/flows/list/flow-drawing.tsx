import { useQuery } from '@tanstack/react-query'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { flow as flowApi, type FlowDrawing as Drawing } from '#contract/flow.ts'

/** Interval and number of requests for drawings that are not ready. */
const retryMs = 2000
const maxRequests = 10

/** Drawings by the id of their flow; null if the service has none. */
export function useFlowDrawings(ids: readonly string[]): ReadonlyMap<string, Drawing> | null {
  const isOffered = useExtension('flow_drawings')
  const { data } = useQuery({
    // In a fixed order, so that another order of the list needs no request.
    ...q(flowApi.drawings, {
      flow: ids
        .filter((id) => id !== '')
        .toSorted()
        .join(','),
    }),
    enabled: isOffered && ids.some((id) => id !== ''),
    // The content of a flow never changes.
    staleTime: Infinity,
    retry: false,
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < maxRequests && state.data?.results.some(({ drawing }) => drawing === null) === true
        ? retryMs
        : false,
  })
  if (!isOffered) return null
  return new Map(data?.results.flatMap(({ id, drawing }) => (drawing === null ? [] : [[id, drawing] as const])))
}

/** Least size of the field, so that the boxes of a small flow are not larger than those of others. */
const minField = { width: 300, height: 60 }

/** The colour of a kind; kinds that the console does not know are grey. */
function colourOf(kind: string): string {
  if (kind === 'trigger') return 'var(--color-inverse)'
  return /^[a-z]+$/.test(kind) ? `var(--color-kind-${kind}, var(--color-control))` : 'var(--color-control)'
}

type Box = Drawing['boxes'][number]

/** The line of an edge, from the right side of a box to the left side of the next. */
function lineOf([left, top, width, height]: Box, [toLeft, toTop, , toHeight]: Box): string {
  const from = { x: left + width, y: top + height / 2 }
  const to = { x: toLeft, y: toTop + toHeight / 2 }
  const bend = Math.max(Math.abs(to.x - from.x) / 2, 6)
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`
}

/** A flow as a small picture: decorative, since the card has its facts as text. */
export function FlowDrawing({ drawing }: { drawing: Drawing | undefined }) {
  const { width, height, boxes, kinds, edges } = drawing ?? { width: 0, height: 0, boxes: [], kinds: [], edges: [] }
  const view = { width: Math.max(width, minField.width), height: Math.max(height, minField.height) }
  const lines = edges.flatMap(([from, to]) => {
    const [source, target] = [boxes[from], boxes[to]]
    return source === undefined || target === undefined ? [] : lineOf(source, target)
  })
  // Frames are behind the boxes in them.
  const isFrame = (index: number) => kinds[index] === 'neutral'
  const order = boxes.map((_, index) => index).toSorted((one, other) => Number(isFrame(other)) - Number(isFrame(one)))
  return (
    <svg
      className="flow-drawing"
      viewBox={`${(width - view.width) / 2} ${(height - view.height) / 2} ${view.width} ${view.height}`}
      aria-hidden="true"
    >
      <path d={lines.join('')} />
      {order.map((index) => {
        const [x, y, w, h] = boxes[index] ?? [0, 0, 0, 0]
        return (
          <rect
            key={index}
            x={x}
            y={y}
            width={w}
            height={h}
            rx={Math.min(4, h / 3)}
            className={isFrame(index) ? 'frame' : ''}
            style={{ color: colourOf(kinds[index] ?? '') }}
          />
        )
      })}
    </svg>
  )
}
