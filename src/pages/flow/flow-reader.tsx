import { Replace, Star } from 'lucide-react'
import { useCallback, useEffect, useMemo, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { flowReleases } from '#contract/kernel/extensions.ts'
import { useKeptFlows } from '#parts/flows/kept-flows.ts'
import { useFailingIncident } from '#parts/flows/use-flow-incidents.ts'
import { safeNext } from '#ui/paths.ts'
import type { PageAction } from '#shell/page.tsx'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { FlowNotices } from './flow-notices.tsx'
import { tabQuery } from './flow-view.ts'
import type { OpenFlow } from './use-open-flow.ts'
import { FlowValues } from './values/flow-values.tsx'
import { ReplacePanel } from './values/replace-panel.tsx'
import { openReplace, replaceState } from './values/replace-state.ts'

/** In the same file of code, because it is loaded after the flow too. */
export { TitleFacts } from './title-facts.tsx'

export interface FlowReading {
  /** The runs that fail, if more than usual do; null if not, or unknown. */
  failuresPath: string | null
  /** The star as an action; null while it is unknown. */
  star: PageAction | null
  /** Changes of values, in the menu. */
  valueActions: readonly PageAction[]
  /** The panel “Find and replace” if it is open. */
  aside: ReactNode
}

/** “Find and replace”: an action that opens it beside the canvas, and its panel while it is open. */
function useReplace({ flow, data }: OpenFlow): Pick<FlowReading, 'valueActions' | 'aside'> {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isOffered = useExtension(flowReleases)
  const reason = useWriteReason()
  const isOpen = useStoredSetting(replaceState).flow === flow.id
  const showNode = useCallback(
    (node: string | null) => {
      const next = new URLSearchParams(tabQuery(search, 'canvas'))
      if (node === null) next.delete('node')
      else next.set('node', node)
      void navigate({ search: `?${next}` })
    },
    [search, navigate],
  )
  return useMemo(() => {
    const onSelect = () => {
      openReplace(flow.id)
      showNode(null)
    }
    return {
      valueActions: isOffered ? [{ label: 'Find and replace', icon: <Replace />, reason, onSelect }] : [],
      aside: isOpen ? <ReplacePanel flow={flow} data={data} onOpen={showNode} /> : null,
    }
  }, [flow, data, isOffered, reason, isOpen, showNode])
}

/**
 * Reads what the header shows besides the flow, with code that is loaded after it, and shows notices and changes
 * that are not saved. The flow becomes a recent one.
 */
export function FlowReader({ open, onRead }: { open: OpenFlow; onRead: (reading: FlowReading) => void }) {
  const { id, name, channels } = open.flow
  const failing = useFailingIncident({ id, channels })
  const failuresPath = failing === undefined ? null : safeNext(failing.path)
  const { starred, toggleStar, noteOpened } = useKeptFlows()
  const replace = useReplace(open)
  const isStarred = starred.some((one) => one.id === id)
  useEffect(() => noteOpened({ id, name }), [noteOpened, id, name])
  useEffect(() => {
    const star = {
      label: isStarred ? 'Remove star' : 'Star',
      icon: <Star className={isStarred ? 'fill-current' : ''} />,
      onSelect: () => toggleStar({ id, name }),
    }
    onRead({ failuresPath, star, ...replace })
  }, [onRead, failuresPath, isStarred, toggleStar, id, name, replace])
  return (
    <>
      <FlowNotices open={open} />
      <FlowValues open={open} />
    </>
  )
}
