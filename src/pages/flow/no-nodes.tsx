import { Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#src/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'

/** In place of the canvas of a flow that was only named so far. */
export function NoNodes() {
  const navigate = useNavigate()
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
