import { useQuery } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import type { FileFlow } from '#files/file-result.ts'
import { compareFlowData } from '#flow-data/flow-data.ts'
import type { UpdateFacts } from '#flow-data/compare/update-facts.ts'
import { readFlowData } from '#flow-data/read-flow.ts'
import { cutText } from '#lib/text/text.ts'
import { flowNamesQuery, type FlowSize } from '#pages/import/account-keys.ts'
import { useImportTemplate, type ImportTemplate } from '#pages/import/preview/use-template.ts'
import { ReviewItem } from '#pages/import/review/review-item.tsx'
import type { ImportRow } from '#pages/import/rows/import-rows.ts'
import { Button } from '#ui/controls/button.tsx'
import { isSameFlow, similarFlows } from './similar-flows.ts'
import { offerReason } from './update-words.ts'
import { useUpdateInstead } from './use-update-instead.ts'

/** Length of the flow's name on the button. */
const maxButtonName = 30

interface Found {
  id: string
  name: string
  /** Null if the flow could not be compared. */
  facts: UpdateFacts | null
}

async function factsOf({ head, data }: ImportTemplate, id: string, signal: AbortSignal): Promise<UpdateFacts> {
  const existing = await readFlowData(id, undefined, signal)
  const { union } = await compareFlowData(existing.data, data, {
    ids: true,
    positions: true,
    isMasked: false,
    definitions: {
      before: existing.head,
      after: head,
    },
  })
  return union.ask('update facts', {})
}

/** The flow of the account that the file is a version of; null if there is none. */
async function findFlow(
  template: ImportTemplate,
  namesake: { id: string; name: string } | null,
  candidates: readonly FlowSize[],
  signal: AbortSignal,
): Promise<Found | null> {
  if (namesake !== null) return { ...namesake, facts: await factsOf(template, namesake.id, signal).catch(() => null) }
  for (const { id, name } of candidates) {
    const facts = await factsOf(template, id, signal).catch(() => null)
    if (facts !== null && isSameFlow(facts)) return { id, name, facts }
  }
  return null
}

/** Offers to update a flow that exists instead of importing the file as another one, and says why. */
export function UpdateOffer({
  row: { key: row, file },
  flow,
  existingFlowId,
}: {
  row: Pick<ImportRow, 'key' | 'file'>
  flow: FileFlow
  /** Id of the flow in the account with the same name; null if there is none. */
  existingFlowId: string | null
}) {
  const update = useUpdateInstead(file, flow)
  const { data: template } = useImportTemplate(row, flow)
  const { data: names } = useQuery({ ...flowNamesQuery, enabled: update !== null })
  const namesake = existingFlowId === null ? null : { id: existingFlowId, name: flow.name }
  const candidates = similarFlows(flow.review.counts.nodes, names?.sizes ?? [])
  const { data: found = null } = useQuery({
    queryKey: ['import update offer', row, existingFlowId, candidates.map(({ id }) => id), template?.data.key],
    queryFn: ({ signal }) => (template === undefined ? null : findFlow(template, namesake, candidates, signal)),
    enabled: update !== null && template !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  })
  if (update === null || found === null) return null
  return (
    <ReviewItem icon={FileInput} tone="warn" title={`This file may be a version of “${found.name}”`}>
      <p className="text-text-2">{offerReason(found.facts, namesake !== null)}</p>
      <p>
        <Button onClick={() => update(found.id)}>Update “{cutText(found.name, maxButtonName)}” instead</Button>
      </p>
    </ReviewItem>
  )
}
