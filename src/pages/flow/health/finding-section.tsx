import { useId, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FindingBadge } from '#parts/display/status.tsx'
import type { FindingGroup, FindingsOfCode } from '#flow-data/questions/ask-findings.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { nodeQuery } from '#pages/flow/flow-view.ts'

const headings = {
  error: 'Errors',
  warning: 'Warnings',
  requirement: 'Requirements',
  note: 'Notes',
}

/** Places of one code that are initially shown, and added per click: a service may find tens of thousands. */
export const firstPlaces = 10
const morePlaces = 1000

function OneCode({
  data,
  kind,
  found,
  hasAdvice,
  control,
}: {
  data: FlowData
  kind: FindingGroup['kind']
  found: FindingsOfCode
  hasAdvice: boolean
  /** Solves the findings; absent if nothing here does. */
  control: ReactNode
}) {
  const [most, setMost] = useState(firstPlaces)
  const [query] = useSearchParams()
  const { code } = found
  const shown =
    useFlowQuery(data, 'finding places', most > firstPlaces ? { kind, code, most } : null) ?? found.locations
  const rest = found.listed - shown.length
  const unlisted = found.count - found.listed
  return (
    <li className="grid gap-1.5 px-4 py-3 not-first:border-t not-first:border-line">
      <h3>
        {found.title}
        {found.count > 1 && <span className="font-normal text-text-3"> {found.count.toLocaleString()}</span>}
      </h3>
      <p className="text-text-2">
        {found.reason} {hasAdvice && found.remedy}
      </p>
      {control !== undefined && <div>{control}</div>}
      <ul className="grid">
        {shown.map(({ message, node, edge }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- messages are not unique, and are never reordered
          <li key={index} className="flex min-h-6 gap-x-3 py-0.5 max-sm:flex-wrap">
            {node !== null && (
              <Link
                className="link min-w-0 self-start wrap-anywhere sm:w-44 sm:flex-none"
                to={{ search: nodeQuery(query, node.id, edge) }}
              >
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
          {rest > morePlaces
            ? `Show ${morePlaces.toLocaleString()} more of ${rest.toLocaleString()}`
            : `Show all ${found.listed.toLocaleString()}`}
        </button>
      )}
      {unlisted > 0 && (
        <p className="text-text-3">
          {unlisted.toLocaleString()} more {unlisted === 1 ? 'is' : 'are'} counted, but not listed by the service.
        </p>
      )}
    </li>
  )
}

/** The findings of one class, by code: explanation, reason, remedy, and places. */
export function FindingSection({
  data,
  group,
  hasAdvice,
  remedies,
}: {
  data: FlowData
  group: FindingGroup
  /** Whether the remedy is shown. */
  hasAdvice: boolean
  /** Controls that solve findings, by their code. */
  remedies?: Readonly<Record<string, ReactNode>> | undefined
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex items-center gap-2">
        <FindingBadge status={group.kind} iconOnly />
        {headings[group.kind]}
        <span className="font-normal text-text-3">{group.count.toLocaleString()}</span>
      </h2>
      <ul className="card">
        {group.codes.map((found) => (
          <OneCode
            key={found.code}
            data={data}
            kind={group.kind}
            found={found}
            hasAdvice={hasAdvice}
            control={remedies?.[found.code]}
          />
        ))}
      </ul>
    </section>
  )
}
