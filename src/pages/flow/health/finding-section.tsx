import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FindingLevel } from '#parts/display/status.tsx'
import type { FindingKind, FindingLevelGroup } from '#flow-data/questions/ask-findings.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { nodeQuery } from '#pages/flow/flow-view.ts'

const headings = {
  error: 'Must be fixed before it can run',
  warning: 'Warnings',
  info: 'Good to know',
}

/** Places of one kind that are initially shown, and added per click: a service may find thousands. */
export const firstPlaces = 10
const morePlaces = 200

function Kind({
  data,
  level,
  kind,
  hasAdvice,
}: {
  data: FlowData
  level: FindingLevelGroup['level']
  kind: FindingKind
  hasAdvice: boolean
}) {
  const [most, setMost] = useState(firstPlaces)
  const [query] = useSearchParams()
  const { code } = kind
  const shown =
    useFlowQuery(data, 'finding places', most > firstPlaces ? { level, code, most } : null) ?? kind.locations
  const rest = kind.listed - shown.length
  return (
    <li className="grid gap-1.5 px-4 py-3 not-first:border-t not-first:border-line">
      <h3>
        {kind.title}
        {kind.count > 1 && <span className="font-normal text-text-3"> {kind.count.toLocaleString()}</span>}
      </h3>
      <p className="text-text-2">
        {kind.reason} {hasAdvice && kind.remedy}
      </p>
      <ul className="grid">
        {shown.map(({ message, node, edge }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- messages are not unique, and are never reordered
          <li key={index} className="flex min-h-6 flex-wrap gap-x-2 py-0.5">
            {node !== null && (
              <Link className="link min-w-0 wrap-anywhere" to={{ search: nodeQuery(query, node.id, edge) }}>
                {node.name}
              </Link>
            )}
            <span className="min-w-0 wrap-anywhere text-text-2">{message}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className="link justify-self-start cursor-pointer"
          onClick={() => setMost(most + morePlaces)}
        >
          Show {Math.min(rest, morePlaces)} more{rest > morePlaces && ` of ${rest.toLocaleString()}`}
        </button>
      )}
    </li>
  )
}

/** The findings of one level, by kind: explanation, reason, remedy, and places. */
export function FindingSection({
  data,
  group,
  hasAdvice,
}: {
  data: FlowData
  group: FindingLevelGroup
  /** Whether the remedy is shown. */
  hasAdvice: boolean
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex items-center gap-2">
        <FindingLevel status={group.level} iconOnly />
        {headings[group.level]}
        <span className="font-normal text-text-3">{group.count.toLocaleString()}</span>
      </h2>
      <ul className="card">
        {group.kinds.map((kind) => (
          <Kind key={kind.code} data={data} level={group.level} kind={kind} hasAdvice={hasAdvice} />
        ))}
      </ul>
    </section>
  )
}
