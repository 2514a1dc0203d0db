import { useExtension } from '#api/query/me.ts'
import { flowReleases } from '#contract/kernel/extensions.ts'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'
import { ChangesTab } from './changes-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'

/** The versions of the flow; for a service that stores none, the changes since the last visit in this browser. */
export function HistoryTab(props: TabProps) {
  return useExtension(flowReleases) ? <VersionsTab {...props} /> : <ChangesTab {...props} />
}
