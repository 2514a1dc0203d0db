import { ChevronDown, ChevronUp, CircleCheck } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { ComparedFlows } from '#flow-data/compare/comparison.ts'
import type { ComparedData } from '#flow-data/flow-data.ts'
import { count } from '#lib/count.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import type { CompareView } from './compare-view.ts'
import { DifferenceLines, pageOf } from './difference-lines.tsx'
import type { ComparedPosition } from './use-compared-position.ts'

/** "1 of 6 · step with j and k". `hint`: instead of the number, while no line is selected. */
function StepWords({ at, total, hint }: Pick<ComparedPosition, 'at' | 'total'> & { hint: string | null }) {
  const all = total.toLocaleString()
  return (
    <span className="min-w-0 flex-1 truncate text-xs text-text-3">
      <span role="status">{at === null ? (hint ?? all) : `${(at + 1).toLocaleString()} of ${all}`}</span>
      <span className="max-sm:hidden"> · step with j and k</span>
    </span>
  )
}

/** Empty list: there are no differences, or only of hidden kinds. */
function NoDifferences({ told, view: { ids, positions } }: { told: ComparedFlows; view: CompareView }) {
  const { added, removed, changed, moved } = told.counts
  if (added + removed + changed + moved > 0)
    return <p className="p-4 text-text-2">No differences of the selected kinds. Select other kinds above.</p>
  return (
    <div className="grid gap-1 p-4">
      <p className="status ok">
        <CircleCheck />
        No differences{ids && positions ? '' : ' apart from what is ignored'}
      </p>
      <p className="text-text-2">
        Both have the same {count(told.counts.same, 'node')}. Secrets are compared by reference, not by value.
      </p>
    </div>
  )
}

/** List of the shown changes in words, synchronized with the canvas. */
export function DifferencePanel({
  compared: { union, summary: told },
  view,
  place,
  hint = null,
  tools = null,
  className,
}: {
  compared: ComparedData
  view: CompareView
  place: ComparedPosition
  /** What the differences mean, shown while none is selected. */
  hint?: string | null
  /** Further controls in the header. */
  tools?: ReactNode
  className: string
}) {
  const id = useId()
  const { at, total, step } = place
  const position = `${JSON.stringify(place.shown)} ${at}`
  const [chosenPage, setTurned] = useState<{ position: string; page: number } | null>(null)
  // Shows the page of the current line, until the user turns to another.
  const page = chosenPage?.position === position ? chosenPage.page : pageOf(at)
  useShortcuts({ j: () => step(1), k: () => step(-1) })
  return (
    <aside className={className} aria-labelledby={id}>
      <header className="flex min-h-12 flex-none items-center gap-2 border-b border-line pr-3 pl-4">
        <h2 id={id} className="flex-none font-semibold">
          Differences
        </h2>
        <StepWords at={at} total={total} hint={hint} />
        {tools}
        <IconButton
          label="Previous difference"
          shortcut="k"
          icon={<ChevronUp />}
          reason={at === null ? 'No difference is selected.' : at === 0 ? 'This is the first difference.' : null}
          onClick={() => step(-1)}
        />
        <IconButton
          label="Next difference"
          shortcut="j"
          icon={<ChevronDown />}
          reason={
            total === 0 ? 'There are no differences to show.' : at === total - 1 ? 'This is the last difference.' : null
          }
          onClick={() => step(1)}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-auto">
        {total === 0 ? (
          <NoDifferences told={told} view={view} />
        ) : (
          <DifferenceLines
            union={union}
            place={place}
            page={page}
            onPage={(next) => setTurned({ position, page: next })}
          />
        )}
      </div>
    </aside>
  )
}
