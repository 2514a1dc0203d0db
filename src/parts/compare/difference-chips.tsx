import { Equal, Minus, Move, Pencil, Plus, type LucideIcon } from 'lucide-react'
import type { ChangeKind } from '#flow-data/compare/change-lines.ts'
import type { ComparedFlows } from '#flow-data/compare/comparison.ts'
import { kindsShown, type CompareView } from './compare-view.ts'
import './difference-chips.css'

const chips: Record<ChangeKind, { word: string; icon: LucideIcon }> = {
  added: { word: 'Added', icon: Plus },
  removed: { word: 'Removed', icon: Minus },
  changed: { word: 'Changed', icon: Pencil },
  moved: { word: 'Moved only', icon: Move },
  same: { word: 'Same', icon: Equal },
}

/** Buttons that show and hide the kinds of differences, with the number of each. */
export function DifferenceChips({
  view,
  comparison,
  offered = kindsShown,
  onView,
}: {
  view: CompareView
  comparison: ComparedFlows | null
  /** The kinds that have a button. */
  offered?: readonly ChangeKind[]
  onView: (change: Partial<CompareView>) => void
}) {
  const toggle = (kind: ChangeKind) =>
    onView({
      kinds: kindsShown.filter((one) => (one === kind ? !view.kinds.includes(one) : view.kinds.includes(one))),
      at: null,
    })
  return (
    <div className="difference-chips" role="group" aria-label="Shown differences">
      {offered.map((kind) => {
        const { word, icon: Icon } = chips[kind]
        const isOn = view.kinds.includes(kind)
        return (
          <button
            key={kind}
            type="button"
            className={`chip difference-chip ${kind} ${isOn ? 'on' : ''}`}
            aria-pressed={isOn}
            onClick={() => toggle(kind)}
          >
            <Icon className="s" />
            <span>
              {word}{' '}
              <b className="tabular-nums">{comparison === null ? '–' : comparison.counts[kind].toLocaleString()}</b>
            </span>
          </button>
        )
      })}
    </div>
  )
}
