import { useQuery } from '@tanstack/react-query'
import { PanelLeftClose } from 'lucide-react'
import { useState } from 'react'
import { count } from '#lib/count.ts'
import type { Signal } from '#lib/signal.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { PaneGrip } from '#ui/panes/pane-grip.tsx'
import type { OutlineAnswer } from '#flow-data/questions/ask-outline.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { flowQueryOptions, useFlowQuery } from '#flow-data/use-flow-query.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'
import { FindField } from './find-field.tsx'
import { FindResult } from './find-result.tsx'
import './outline.css'
import { OutlineTree } from './outline-tree.tsx'
import type { Find } from './use-find.ts'
import { outlinePane, type FocusRequest } from './use-outline-column.ts'

export interface OutlineColumnProps {
  /** Name of the flow. */
  name: string
  data: FlowData
  find: Find
  /** The current node of canvas, outline and search. */
  currentNode: string | null
  /** The index of the node under the pointer, on the canvas or in the outline; -1 = none. */
  hovered: Signal<number>
  /** The part that should get the focus; null = none. */
  focusRequest: FocusRequest | null
  onOpen: (id: string) => void
  /** Called with a match and the text of the search. */
  onMatch: (id: string, text: string) => void
  /** Called on Esc, to return to the canvas. */
  onLeave: () => void
  onClose: () => void
}

/** The outline and its flow; the previous ones until the next are loaded. */
function useOutline(data: FlowData): { data: FlowData; answer: OutlineAnswer } | null {
  const { data: answer } = useQuery(flowQueryOptions(data, 'outline', undefined))
  // The first rows are requested together with the outline.
  useQuery(flowQueryOptions(data, 'outline rows', { page: 0 }))
  const [shown, setShown] = useState<{ data: FlowData; answer: OutlineAnswer } | null>(null)
  if (answer !== undefined && answer !== shown?.answer) setShown({ data, answer })
  return shown
}

/** Column beside the canvas with the search, and the flow as a tree. */
export function OutlineColumn({
  name,
  data,
  find,
  currentNode,
  hovered,
  focusRequest,
  onOpen,
  onMatch,
  onLeave,
  onClose,
}: OutlineColumnProps) {
  const outline = useOutline(data)
  const place = useFlowQuery(data, 'place', currentNode === null ? null : { id: currentNode })
  const step = (by: 1 | -1, text: string) =>
    handleFlowAnswer(find.step(text, currentNode, by), (id) => (id === null ? find.setText(text) : onMatch(id, text)))
  // On a phone, where the tab bar has no button for it, the field is always shown.
  const isFinding = find.text !== '' || focusRequest?.target === 'find'
  return (
    <section className="outline-column" aria-label="Outline">
      <div className="flex items-center gap-2 pt-1.5 pr-2 pb-1 pl-3 text-xs">
        <h2 className="font-semibold text-text-2">Outline</h2>
        <span className="cut ml-auto text-text-3">{outline !== null && count(outline.answer.steps, 'step')}</span>
        <IconButton label="Close outline" icon={<PanelLeftClose />} onClick={onClose} />
      </div>
      <div className={isFinding ? 'px-3 pb-2' : 'px-3 pb-2 sm:hidden'}>
        <FindField
          data={data}
          value={find.text}
          focusRequests={focusRequest?.target === 'find' ? focusRequest.count : 0}
          onSearch={find.setText}
          onStep={step}
          onLeave={onLeave}
        />
      </div>
      <FindResult find={find} at={find.matches?.indexOf(place ?? -1) ?? -1} onStep={(by) => step(by, find.text)} />
      {outline !== null && (currentNode === null || place !== undefined) && (
        <OutlineTree
          name={name}
          data={outline.data}
          outline={outline.answer.shape}
          currentNode={place ?? -1}
          hovered={hovered}
          matches={find.matches}
          takesFocus={focusRequest?.target === 'tree'}
          onOpen={onOpen}
          onLeave={onLeave}
        />
      )}
      <PaneGrip pane={outlinePane} edge="right" label="Width of the outline" />
    </section>
  )
}
