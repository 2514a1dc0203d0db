import { RadioTower } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#ui/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Empty state of the inbox. */
export function InboxEmpty() {
  const navigate = useNavigate()
  return (
    <EmptyState
      title="No conversations yet"
      words="When someone writes to one of your channels, the conversation appears here with what your flows did and what it cost."
      ways={[
        {
          icon: <RadioTower />,
          title: 'Go to channels',
          words: 'Connect a channel to receive messages.',
          onChoose: () => void navigate(paths.channels),
        },
      ]}
    />
  )
}
