import { Star } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { useKeptFlows, type KeptFlow } from './kept-flows.ts'

/** Stars a flow: it is then listed on the start page. */
export function StarButton({ flow, className = '' }: { flow: KeptFlow; className?: string }) {
  const { starred, toggleStar } = useKeptFlows()
  const isStarred = starred.some(({ id }) => id === flow.id)
  return (
    <IconButton
      label={isStarred ? `Remove the star of ${flow.name}` : `Star ${flow.name}`}
      icon={<Star className={isStarred ? 'fill-current' : ''} />}
      aria-pressed={isStarred}
      className={className}
      onClick={() => toggleStar({ id: flow.id, name: flow.name })}
    />
  )
}

/** Removes a deleted flow from the starred and recent ones. */
export function ForgetFlow({ id }: { id: string }) {
  const { forget } = useKeptFlows()
  useEffect(() => forget(id), [forget, id])
  return null
}
