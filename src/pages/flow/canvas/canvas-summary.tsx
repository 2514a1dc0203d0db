import { CircleX, Info, Plug, TriangleAlert } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { findingCounts } from '#flow/health/findings.ts'
import { originLine } from '#flow/health/verdict-words.ts'
import { flowVerdict } from '#flow-data/findings/flow-verdict.ts'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { count } from '#lib/count.ts'
import { tabQuery } from '#pages/flow/flow-view.ts'

const box =
  'absolute z-[4] flex min-h-7 items-center rounded-md border border-line-strong bg-surface px-2.5 text-text-2'

/** In the corners of the canvas: which product a flow was made for, and the number of errors, warnings and requirements. */
export function CanvasSummary({ flow }: { flow: Pick<TemplateHead, 'counts' | 'metadata' | 'validation'> }) {
  const [query] = useSearchParams()
  const origin = originLine(flowVerdict(flow))
  const { error, warning, requirement } = findingCounts(flow.validation)
  return (
    <>
      {origin !== null && (
        <p
          className={`${box} pointer-events-none top-3 right-3 gap-1.5 max-sm:right-auto max-sm:left-3 max-sm:max-w-[calc(100%-24px)]`}
        >
          <Info className="s flex-none text-text-3" />
          <span className="min-w-0">{origin}</span>
        </p>
      )}
      {error + warning + requirement > 0 && (
        // Above React Flow's attribution. On narrow screens the tab Health shows the number.
        <Link
          className={`${box} right-3 bottom-6 gap-3.5 text-xs max-lg:hidden`}
          to={{ search: tabQuery(query, 'health') }}
        >
          {error > 0 && (
            <span className="status bad">
              <CircleX className="s" />
              {count(error, 'error')}
            </span>
          )}
          {warning > 0 && (
            <span className="status warn">
              <TriangleAlert className="s" />
              {count(warning, 'warning')}
            </span>
          )}
          {requirement > 0 && (
            <span className="status warn">
              <Plug className="s" />
              {count(requirement, 'requirement')}
            </span>
          )}
        </Link>
      )}
    </>
  )
}
