import { CircleSlash, Split } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { StepGroup } from '#flow/choices/step-choices.ts'
import { foreignStepsTitle, type DefinitionVerdict } from '#flow/health/verdict-words.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { count } from '#lib/count.ts'
import { nodeQuery } from '#pages/flow/flow-view.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { useCopyToImport } from '#parts/flows/copy-to-import.ts'
import { Button } from '#ui/controls/button.tsx'

/** Groups before "Show more". */
const firstGroups = 10
const moreGroups = 100

function GroupLine({ group: { title, names, ids, owners, count: steps, role } }: { group: StepGroup }) {
  const [query] = useSearchParams()
  const more = steps - names.length
  return (
    <li className="flex gap-x-3 px-4 py-2.5 not-first:border-t not-first:border-line">
      <span className="grid size-7 flex-none place-content-center rounded-sm bg-sunken font-semibold text-text-2">
        {steps.toLocaleString()}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <h3 className="font-medium" dir="auto">
          {title}
        </h3>
        <p className="text-xs text-text-2">
          {names.map((name, index) => (
            <span key={ids[index]}>
              {index > 0 && ', '}
              <Link className="link" to={{ search: nodeQuery(query, ids[index] ?? '') }} dir="auto">
                {name}
              </Link>
            </span>
          ))}
          {more > 0 && ` and ${more.toLocaleString()} more`}
          {owners.length > 0 &&
            role !== 'step' &&
            `, ${role === 'part' ? 'part of' : 'belongs to'} ${owners.join(', ')}`}
        </p>
      </div>
    </li>
  )
}

/** Opens a copy of the flow in the review of an import, where each group has its choices. */
function CopyButton({ flow, lockedReason }: { flow: { id: string; name: string }; lockedReason: string | null }) {
  const copy = useCopyToImport()
  return (
    <>
      <Button icon={<Split />} reason={lockedReason} busy={copy.isPending} onClick={() => copy.mutate(flow)}>
        Choose in a copy…
      </Button>
      <ActionError title="The copy was not made" error={copy.error} />
    </>
  )
}

/**
 * The steps of another product, in the groups of the review before an import. `flow`: the flow of which a copy can be
 * made; null if the service does not accept one.
 */
export function StepGroupsSection({
  data,
  verdict,
  flow,
  lockedReason,
}: {
  data: FlowData
  verdict: Pick<DefinitionVerdict, 'foreign' | 'product'>
  flow: { id: string; name: string } | null
  lockedReason: string | null
}) {
  const id = useId()
  const [most, setMost] = useState(firstGroups)
  const groups = useFlowQuery(data, 'step groups', verdict.foreign === 0 ? null : {})
  if (groups === undefined || groups.list.length === 0) return null
  const rest = groups.list.length - most
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id={id} className="flex min-w-0 flex-1 items-center gap-2">
          <CircleSlash className="text-text-3" />
          {foreignStepsTitle(verdict)}
        </h2>
        {flow !== null && <CopyButton flow={flow} lockedReason={lockedReason} />}
      </div>
      {flow !== null && (
        <p className="mb-2 text-text-2">
          They are kept and exported unchanged. To run the flow, use tools of this account in their place, or switch
          them off.
        </p>
      )}
      <ul className="card">
        {groups.list.slice(0, most).map((group) => (
          <GroupLine key={group.key} group={group} />
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="link mt-2 cursor-pointer" onClick={() => setMost(most + moreGroups)}>
          Show {Math.min(rest, moreGroups).toLocaleString()} more
        </button>
      )}
      {groups.omitted > 0 && rest <= 0 && <p className="mt-2 text-text-3">and {count(groups.omitted, 'more group')}</p>}
    </section>
  )
}
