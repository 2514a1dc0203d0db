import { Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { isReturned } from '#lib/absent.ts'
import { ProductLink } from '#parts/display/product-link.tsx'
import { paths } from '#ui/paths.ts'
import { EmptyFilter, EmptyState } from '#ui/feedback/empty-state.tsx'

/** Empty state for a flow without nodes. */
export function EmptyCanvas({ serviceFlow }: { serviceFlow: FlowHead | null }) {
  const navigate = useNavigate()
  const product = useProduct()
  if (serviceFlow !== null && !isReturned(serviceFlow, 'nodes'))
    return (
      <EmptyFilter words="The service does not return the steps of this flow. Raw JSON in the page menu shows its response." />
    )
  if (serviceFlow === null) return <EmptyFilter words="The flow in this file has no steps." />
  if (product !== null)
    return (
      <EmptyFilter words={`Steps are added in ${product.title}.`}>
        <ProductLink page="flow" flow={serviceFlow.id} />
      </EmptyFilter>
    )
  return (
    <EmptyState
      title="No steps yet"
      words="Steps cannot be added here. Import a file instead: it becomes a flow of its own, and you can delete this one."
      actions={[
        {
          icon: <Upload />,
          title: 'Import a flow',
          words: 'Files of this and of other products.',
          onChoose: () => void navigate(paths.import),
        },
      ]}
    />
  )
}
