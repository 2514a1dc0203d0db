import { ChevronDown, CircleX, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { countsOf } from '#flow/counts.ts'
import { count } from '#pages/flows/import-words.ts'

const icons = {
  error: <CircleX className="s mt-0.5 text-bad" />,
  warning: <TriangleAlert className="s mt-0.5 text-warn" />,
  info: <Info className="s mt-0.5 text-text-3" />,
}

/** Findings that are listed before the rest is counted. */
const maxFindings = 50

function Findings({
  flow,
  findings,
  onJump,
}: {
  flow: FlowDetail
  findings: readonly Finding[]
  onJump: (id: string) => void
}) {
  const nameOf = (id: string) => flow.nodes.find((node) => node.id === id)?.name || id
  return (
    <ul
      className="max-h-[40dvh] flex-none overflow-auto border-b border-line bg-surface px-5 py-2 max-lg:px-4"
      aria-label="To look at"
    >
      {findings.slice(0, maxFindings).map((finding, index) => {
        const id = finding.node_id
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two findings may read the same
          <li key={index} className="flex gap-2 py-1">
            {icons[finding.level]}
            <span className="min-w-0">
              {id !== undefined && (
                <>
                  <button type="button" className="link cursor-pointer" onClick={() => onJump(id)}>
                    {nameOf(id)}
                  </button>
                  :{' '}
                </>
              )}
              {finding.message}
            </span>
          </li>
        )
      })}
      {findings.length > maxFindings && (
        <li className="py-1 text-text-3">{(findings.length - maxFindings).toLocaleString()} more</li>
      )}
    </ul>
  )
}

/** One quiet line under the header: counts, what the flow is for, and what should be looked at. */
export function FlowSummaryBar({ flow, onJump }: { flow: FlowDetail; onJump: (id: string) => void }) {
  const [open, setOpen] = useState(false)
  const { nodes, edges } = countsOf(flow)
  const findings = flow.validation
  const errors = findings.filter((finding) => finding.level === 'error').length
  return (
    <>
      <div className="flex min-h-10 flex-none items-center gap-3 border-b border-line px-5 text-text-2 max-lg:px-4">
        <span className="flex-none">
          {count(nodes, 'node')} · {count(edges, 'edge')}
        </span>
        <span className="cut flex-1 text-text-3" title={flow.description}>
          {flow.description}
        </span>
        {findings.length > 0 && (
          <button
            type="button"
            className={`status ${errors > 0 ? 'bad' : 'warn'} min-h-7 flex-none cursor-pointer`}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {errors > 0 ? <CircleX /> : <TriangleAlert />}
            {findings.length} to look at
            <ChevronDown className={`xs ${open ? 'rotate-180' : ''}`} />
          </button>
        )}
      </div>
      {open && findings.length > 0 && <Findings flow={flow} findings={findings} onJump={onJump} />}
    </>
  )
}
