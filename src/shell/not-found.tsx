import { Search, Sun, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#ui/paths.ts'
import { EmptyState, type EmptyStateAction } from '#ui/feedback/empty-state.tsx'
import { openOverlay } from './palette/open-overlay.ts'

/** Empty state of a page that does not exist: search, and the pages where most work begins. */
export function NotFound({ title, words, action }: { title: string; words: ReactNode; action?: EmptyStateAction }) {
  const navigate = useNavigate()
  const today = {
    icon: <Sun />,
    title: 'Go to Today',
    words: 'What needs attention.',
    onChoose: () => void navigate(paths.home),
  }
  return (
    <EmptyState
      quiet
      title={title}
      words={words}
      actions={[
        {
          icon: <Search />,
          title: 'Search',
          words: 'Flows, tools, conversations and actions.',
          onChoose: () => openOverlay.set('palette'),
        },
        action ?? today,
        {
          icon: <Workflow />,
          title: 'Go to flows',
          words: 'All flows in this account.',
          onChoose: () => void navigate(paths.flows),
        },
      ]}
    />
  )
}
