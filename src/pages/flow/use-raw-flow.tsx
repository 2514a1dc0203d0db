import type { ReactNode } from 'react'
import { flow as flowApi } from '#contract/flow.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { rawIcon, rawLabel, useRaw } from '#parts/display/use-raw.tsx'
import type { PageAction } from '#shell/page.tsx'
import { fetchRawBody } from '#api/request/client.ts'

/** Maximum nodes: larger flows have megabytes, which the page would have to parse. */
const maxRawNodes = 5_000

/**
 * The raw view of the open flow, and its menu action. `obstacle` = why the view is not available; null = it is.
 */
export function useRawFlow(
  { id, name, counts }: FlowHead,
  obstacle: string | null,
): { action: PageAction; view: ReactNode } {
  const { show, view } = useRaw()
  return {
    action: {
      label: rawLabel,
      icon: rawIcon,
      reason:
        obstacle ??
        (counts.all > maxRawNodes
          ? `The flow has more than ${maxRawNodes.toLocaleString()} steps. Use “JSON” in its details instead.`
          : null),
      // Requested again, since the page itself holds no nodes.
      onSelect: () => show(name, fetchRawBody(flowApi.read, { id })),
    },
    view,
  }
}
