import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useExtension } from '#api/query/me.ts'
import type { FlowStatus } from '#contract/flow.ts'
import type { PageAction } from '#shell/page.tsx'
import { Button } from '#ui/controls/button.tsx'

/**
 * The start button in a flow's header: the primary button for an active flow, otherwise an action that starts a test.
 * Nothing for an archived flow, or without the extension `flow_run`.
 */
export function useRunStart(
  status: FlowStatus,
  lockedReason: string | null,
  onRun: () => void,
): { primary: ReactNode; actions: PageAction[] } {
  const canRun = useExtension('flow_run')
  if (!canRun || status === 'archived') return { primary: null, actions: [] }
  if (status !== 'active')
    return {
      primary: null,
      actions: [{ label: 'Run a test', icon: <Play />, reason: lockedReason, onSelect: onRun }],
    }
  return {
    primary: (
      <Button
        variant={lockedReason === null ? 'primary' : 'default'}
        icon={<Play />}
        reason={lockedReason}
        onClick={onRun}
      >
        Run
      </Button>
    ),
    actions: [],
  }
}
