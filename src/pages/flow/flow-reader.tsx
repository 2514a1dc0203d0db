import { Star } from 'lucide-react'
import { useEffect } from 'react'
import { useKeptFlows } from '#parts/flows/kept-flows.ts'
import { useFailingIncident } from '#parts/flows/use-flow-incidents.ts'
import { safeNext } from '#ui/paths.ts'
import type { PageAction } from '#shell/page.tsx'
import type { FlowHead } from '#flow-data/model/flow-head.ts'

/** In the same file of code, because it is loaded after the flow too. */
export { FlowNotices } from './flow-notices.tsx'
export { TitleFacts } from './title-facts.tsx'

export interface FlowReading {
  /** The runs that fail, if more than usual do; null if not, or unknown. */
  failuresPath: string | null
  /** The star as an action; null while it is unknown. */
  star: PageAction | null
}

/** Reads what the header shows besides the flow, with code that is loaded after it. The flow becomes a recent one. */
export function FlowReader({
  flow: { id, name, channels },
  onRead,
}: {
  flow: FlowHead
  onRead: (reading: FlowReading) => void
}) {
  const failing = useFailingIncident({ id, channels })
  const failuresPath = failing === undefined ? null : safeNext(failing.path)
  const { starred, toggleStar, noteOpened } = useKeptFlows()
  const isStarred = starred.some((one) => one.id === id)
  useEffect(() => noteOpened({ id, name }), [noteOpened, id, name])
  useEffect(() => {
    const star = {
      label: isStarred ? 'Remove star' : 'Star',
      icon: <Star className={isStarred ? 'fill-current' : ''} />,
      onSelect: () => toggleStar({ id, name }),
    }
    onRead({ failuresPath, star })
  }, [onRead, failuresPath, isStarred, toggleStar, id, name])
  return null
}
