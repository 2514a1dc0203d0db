import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FindingLevel } from '#parts/status.tsx'
import type { FindingKind, FindingLevelGroup } from './finding-groups.ts'
import { nodeQuery } from './flow-view.ts'

const headings = {
  error: 'Keeps the flow from running',
  warning: 'Worth a look',
  info: 'Good to know',
}

/** Places of one kind before more are asked for, and how many come then: a service may find thousands. */
const firstPlaces = 10
const morePlaces = 200

function Kind({ kind }: { kind: FindingKind }) {
  const [most, setMost] = useState(firstPlaces)
  const [query] = useSearchParams()
  const shown = kind.places.slice(0, most)
  const rest = kind.places.length - shown.length
  return (
    <li className="grid gap-1.5 px-4 py-3 not-first:border-t not-first:border-line">
      <h3>
        {kind.title}
        {kind.places.length > 1 && (
          <span className="font-normal text-text-3"> {kind.places.length.toLocaleString()}</span>
        )}
      </h3>
      <p className="text-text-2">
        {kind.why} {kind.todo}
      </p>
      <ul className="grid">
        {shown.map(({ message, node, edge }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two findings may read the same, and none moves
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

/** The findings of one level, by kind: what it is, why it matters, what to do, and where. */
export function FindingSection({ group }: { group: FindingLevelGroup }) {
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
          <Kind key={kind.code} kind={kind} />
        ))}
      </ul>
    </section>
  )
}
