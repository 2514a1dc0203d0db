import { ArrowLeftToLine, ArrowRightToLine, Spline } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import type { FlowDetail } from '#contract/flow.ts'
import { KindTile } from '#canvas/kind-tile.tsx'
import { isStep, kindOf } from '#flow/node-kind.ts'
import type { Direction } from '#flow/paths.ts'
import { count } from '#lib/count.ts'
import { Button } from '#ui/button.tsx'
import { Picker } from '#ui/picker.tsx'
import type { FlowPath } from './use-flow-path.ts'

function Reach({
  words,
  icon,
  nodes,
  isShown,
  onPress,
}: {
  words: string
  icon: ReactElement
  nodes: number
  isShown: boolean
  onPress: () => void
}) {
  return (
    <Button icon={icon} aria-pressed={isShown} className="justify-start" onClick={onPress}>
      {words}
      <span className="font-normal text-text-3">{nodes === 0 ? 'nothing' : count(nodes, 'node')}</span>
    </Button>
  )
}

/** Ways from and to a node: marked on the canvas. */
export function NodePaths({ flow, id, path }: { flow: FlowDetail; id: string; path: FlowPath }) {
  const { before, after } = path.countsOf(id)
  const options = useMemo(
    () =>
      flow.nodes
        .filter((node) => isStep(node) && node.id !== id)
        .map((node) => ({
          value: node.id,
          label: node.name || node.id,
          note: node.id,
          icon: <KindTile kind={kindOf(node.type)} />,
        })),
    [flow, id],
  )
  const shown = path.shown?.asked ?? null
  const asked = shown !== null && 'from' in shown && shown.from === id ? shown : null
  const to = asked !== null && 'to' in asked ? asked.to : null
  const shows = (direction: Direction) => asked !== null && 'direction' in asked && asked.direction === direction
  const toggle = (direction: Direction) => () => path.show(shows(direction) ? null : { from: id, direction })
  return (
    <section className="section" aria-label="Path">
      <h3>Path</h3>
      <div className="grid gap-1.5">
        <Reach
          words="Everything before"
          icon={<ArrowLeftToLine />}
          nodes={before}
          isShown={shows('upstream')}
          onPress={toggle('upstream')}
        />
        <Reach
          words="Everything after"
          icon={<ArrowRightToLine />}
          nodes={after}
          isShown={shows('downstream')}
          onPress={toggle('downstream')}
        />
        <Picker
          label="Path to"
          options={options}
          chosen={to === null ? [] : [to]}
          onChosen={([next]) => path.show(next === undefined ? null : { from: id, to: next })}
          trigger={
            <Button icon={<Spline />} className="justify-start">
              Path to…
            </Button>
          }
        />
      </div>
      {asked !== null && <p className="mt-2 text-xs wrap-anywhere text-text-2">{path.shown?.words}</p>}
    </section>
  )
}
