import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { FlowSummary } from '#contract/flow.ts'
import type { Incident } from '#contract/incident.ts'
import { incidentStyle } from '#parts/display/problem-styles.ts'
import { useFlowIncidents } from '#parts/flows/use-flow-incidents.ts'
import { Badge, type StatusStyle } from '#ui/feedback/tag.tsx'
import { safeNext } from '#ui/paths.ts'

const otherStyle: StatusStyle = { word: 'Problem', icon: TriangleAlert, tone: 'warn' }

/** The first sentence, and the others. */
function sentencesOf(message: string): [first: string, rest: string] {
  const [first = ''] = message.split(/(?<=[.!?])\s/)
  return [first, message.slice(first.length).trim()]
}

function Remedy({ incident: { kind, subject, path } }: { incident: Incident }) {
  if (kind === 'flow_failing')
    return (
      <Link className="btn" to={safeNext(path)}>
        Review runs
      </Link>
    )
  if (subject?.noun !== 'channel') return null
  return (
    <Link className="btn" to={safeNext(path)} aria-label={`Open channel ${subject.name}`}>
      Open channel
    </Link>
  )
}

/** What is wrong with the flow and its channels now, whatever its definition says. */
export function LiveProblems({ flow }: { flow: Pick<FlowSummary, 'id' | 'channels'> }) {
  const incidents = useFlowIncidents(flow)
  if (incidents.length === 0) return null
  return (
    <section aria-label="Now">
      <ul className="card">
        {incidents.map((incident) => {
          const { word, icon: Icon, tone } = incidentStyle(incident) ?? otherStyle
          const { id, subject, message } = incident
          const [first, rest] = sentencesOf(message)
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 not-first:border-t not-first:border-line"
            >
              <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <p className="flex flex-wrap gap-x-2">
                  <Badge tone={tone} icon={<Icon />} boxed={false}>
                    {word}
                  </Badge>
                  {subject?.noun === 'channel' && <span dir="auto">{subject.name}</span>}
                </p>
                <p className="text-lg font-semibold">{first}</p>
                {rest !== '' && <p className="text-text-2">{rest}</p>}
              </div>
              <Remedy incident={incident} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
