import type { ReactNode } from 'react'
import { isReturned } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { FlowStatusBadge } from '#parts/display/status.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import type { FlowHead } from '#flow-data/model/flow-head.ts'

/** Maximum number of tags shown. */
const maxTags = 4

/** Bar above the canvas with outline toggle, counts, tags and description. */
export function FlowSummaryBar({
  flow,
  serviceFlow,
  showsCounts,
  children,
}: {
  flow: Pick<FlowHead, 'counts' | 'description'>
  /** The flow in the service; null for a file. */
  serviceFlow: Pick<FlowHead, 'status' | 'tags'> | null
  /** False if the counts are shown beside the canvas. */
  showsCounts: boolean
  children: ReactNode
}) {
  const { nodes, edges } = flow.counts
  const tags = serviceFlow?.tags ?? []
  return (
    <div className="flex min-h-9 flex-none items-center gap-3 border-b border-line px-5 text-text-2 max-lg:px-4">
      {children}
      <span className="flex-none sm:hidden">
        {serviceFlow === null ? 'File, not imported' : <FlowStatusBadge status={serviceFlow.status} />}
      </span>
      {showsCounts && (serviceFlow === null || isReturned(serviceFlow, 'nodes')) && (
        <span className="flex-none">
          {count(nodes, 'node')}
          <span className="max-sm:hidden"> · {count(edges, 'edge')}</span>
        </span>
      )}
      {tags.length > 0 && (
        <ul className="flex min-w-0 flex-none gap-1 max-sm:hidden" aria-label="Tags">
          {tags.slice(0, maxTags).map((tag) => (
            <li key={tag} className="flex">
              <Tag>{tag}</Tag>
            </li>
          ))}
          {tags.length > maxTags && (
            <li className="text-2xs text-text-3" title={tags.slice(maxTags).join(', ')}>
              +{tags.length - maxTags}
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
