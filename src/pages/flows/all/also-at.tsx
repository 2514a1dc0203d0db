import { ArrowDown, Pencil } from 'lucide-react'
import { ServiceLink } from '#parts/services/service-link.tsx'
import { ProductMark } from '#parts/services/product-mark.tsx'
import { comparePath } from '#ui/paths.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { Absent } from '#ui/feedback/absent.tsx'
import type { MergedFlow } from './merged-flows.ts'
import { useFlowDifference, type FlowDifference } from './use-flow-difference.ts'

/** What the comparison says; the name of the service while there is none. */
function Difference({ difference, name }: { difference: FlowDifference; name: string }) {
  if (difference.is === 'same') return <span className="text-text-2">Same</span>
  if (difference.is === 'behind')
    return (
      <span className="status warn">
        <ArrowDown />
        {difference.changes.toLocaleString()} behind
      </span>
    )
  if (difference.is === 'changed there')
    return (
      <span className="status live font-medium">
        <Pencil />
        Changed there
      </span>
    )
  return <span className="cut text-text-2">{difference.is === 'differs' ? 'Differs' : name}</span>
}

/** The flow of the same name at another service, how it differs, and a link that compares both. */
export function AlsoAt({ flow }: { flow: MergedFlow }) {
  const [other] = flow.alsoAt
  const difference = useFlowDifference(flow, other)
  if (other === undefined) return <Absent />
  const more = flow.alsoAt.length > 1 ? `, and ${flow.alsoAt.length - 1} more` : ''
  const path = comparePath({
    before: { is: 'flow', key: other.flow.id, service: other.service.id },
    after: { is: 'flow', key: flow.id, service: flow.service.id },
  })
  return (
    <Tooltip words={`Compare with ${other.service.name}${more}`}>
      <span className="flex min-w-0">
        <ServiceLink service={flow.service} path={path} className="flex min-w-0 items-center gap-1.5 hover:underline">
          <ProductMark product={other.product} name={other.service.name} />
          <span className="sr-only">{other.service.name}: </span>
          <Difference difference={difference} name={other.service.name} />
        </ServiceLink>
      </span>
    </Tooltip>
  )
}
