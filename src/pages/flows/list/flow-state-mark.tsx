import { CircleX } from 'lucide-react'
import type { FlowState } from '#flow/health/verdict-words.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'

/** State of a flow by its definition, with the sentence in a tooltip. Only errors are conspicuous. */
export function FlowStateMark({ state, className = '' }: { state: FlowState; className?: string }) {
  const { kind, words, sentence } = state
  return (
    <Tooltip words={sentence}>
      <span
        className={`flow-state flex-none text-xs whitespace-nowrap ${kind === 'error' ? 'status bad' : 'text-text-3'} ${className}`}
      >
        {kind === 'error' && <CircleX />}
        {words}
      </span>
    </Tooltip>
  )
}
