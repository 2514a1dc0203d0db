import { ArrowLeftToLine, ArrowRightToLine, Spline } from 'lucide-react'
import type { ReactElement } from 'react'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import type { PathDirection } from '#flow/graph/paths.ts'
import { count } from '#lib/count.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import type { FlowPath } from '#pages/flow/canvas/use-flow-path.ts'

function ReachButton({
  words,
  icon,
  nodes,
  isShown,
  onPress,
}: {
  words: string
  icon: ReactElement
  /** Undefined while it is being counted. */
  nodes: number | undefined
  isShown: boolean
  onPress: () => void
}) {
  return (
    <Button icon={icon} aria-pressed={isShown} className="justify-start" onClick={onPress}>
      {words}
      <span className="font-normal text-text-3">
        {nodes === undefined ? '' : nodes === 0 ? 'nothing' : count(nodes, 'step')}
      </span>
    </Button>
  )
}

/** Actions that highlight paths from and to a node on the canvas. */
export function NodePaths({ data, id, path }: { data: FlowData; id: string; path: FlowPath }) {
  const reach = useFlowQuery(data, 'reach', { id })
  const search = async (text: string) => {
    const found = await data.ask('targets', { text, exceptId: id })
    return found.map(({ visual, ...option }) => ({ ...option, icon: <KindTile kind={visual} isLabelled /> }))
  }
  const requested = path.active?.pathQuery ?? null
  const ownPath = requested !== null && 'from' in requested && requested.from === id ? requested : null
  const to = ownPath !== null && 'to' in ownPath ? ownPath.to : null
  const shows = (direction: PathDirection) =>
    ownPath !== null && 'direction' in ownPath && ownPath.direction === direction
  const toggle = (direction: PathDirection) => () => path.show(shows(direction) ? null : { from: id, direction })
  return (
    <section className="section" aria-label="Path">
      <h3>Path</h3>
      <div className="grid gap-1.5">
        <ReachButton
          words="Everything before"
          icon={<ArrowLeftToLine />}
          nodes={reach?.before}
          isShown={shows('upstream')}
          onPress={toggle('upstream')}
        />
        <ReachButton
          words="Everything after"
          icon={<ArrowRightToLine />}
          nodes={reach?.after}
          isShown={shows('downstream')}
          onPress={toggle('downstream')}
        />
        <Picker
          label="Path to"
          options={search}
          chosen={to === null ? [] : [to]}
          onChosen={([next]) => path.show(next === undefined ? null : { from: id, to: next })}
          trigger={
            <Button icon={<Spline />} className="justify-start">
              Path to…
            </Button>
          }
        />
      </div>
      {ownPath !== null && <p className="mt-2 text-xs wrap-anywhere text-text-2">{path.active?.description}</p>}
    </section>
  )
}
