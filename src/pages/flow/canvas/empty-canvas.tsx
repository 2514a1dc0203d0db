import { Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { isGiven } from '#lib/absent.ts'
import { paths } from '#ui/paths.ts'
import { EmptyFilter, EmptyState } from '#ui/feedback/empty-state.tsx'

/** Empty state for a flow without nodes. */
export function EmptyCanvas({ held }: { held: FlowHead | null }) {
  const navigate = useNavigate()
  if (held !== null && !isGiven(held, 'nodes'))
    return (
      <EmptyFilter words="The service does not give the nodes of this flow. Raw JSON in the page menu shows what it gives." />
    )
  if (held === null) return <EmptyFilter words="The flow in this file has no nodes." />
  return (
    <EmptyState
      title="No nodes yet"
      words="Nodes and edges come from a file. Each file becomes a flow of its own; this one keeps its name until you delete it."
      ways={[
        {
          icon: <Upload />,
          title: 'Go to the flows',
          words: 'Drop a template there, also one of another product.',
          onChoose: () => void navigate(paths.flows),
        },
      ]}
    />
  )
}
