import type { ReactNode } from 'react'
import type { FlowDetail } from '#contract/flow.ts'
import { countsOf } from '#flow/counts.ts'
import { count } from '#lib/count.ts'
import { FlowStatus } from '#parts/status.tsx'
import { Tag } from '#ui/tag.tsx'

/** Tags that fit into a line. */
const maxTags = 4

/** One quiet line over the canvas: what opens beside it, counts, tags, and what the flow is for. */
export function FlowSummaryBar({
  flow,
  isCounted,
  children,
}: {
  flow: FlowDetail
  /** False where the counts stand beside the canvas. */
  isCounted: boolean
  children: ReactNode
}) {
  const { nodes, edges } = countsOf(flow)
  return (
    <div className="flex min-h-9 flex-none items-center gap-3 border-b border-line px-5 text-text-2 max-lg:px-4">
      {children}
      <span className="sm:hidden">
        <FlowStatus status={flow.status} />
      </span>
      {isCounted && (
        <span className="flex-none">
          {count(nodes, 'node')} · {count(edges, 'edge')}
        </span>
      )}
      {flow.tags.length > 0 && (
        <ul className="flex min-w-0 flex-none gap-1 max-sm:hidden" aria-label="Tags">
          {flow.tags.slice(0, maxTags).map((tag) => (
            <li key={tag} className="flex">
              <Tag>{tag}</Tag>
            </li>
          ))}
          {flow.tags.length > maxTags && (
            <li className="text-2xs text-text-3" title={flow.tags.slice(maxTags).join(', ')}>
              +{flow.tags.length - maxTags}
            </li>
          )}
        </ul>
      )}
      <span className="cut flex-1 text-text-3" title={flow.description}>
        {flow.description}
      </span>
    </div>
  )
}
