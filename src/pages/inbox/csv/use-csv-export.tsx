import { Download } from 'lucide-react'
import { useState } from 'react'
import { useExtension } from '#api/query/me.ts'
import { csvTables } from '#contract/kernel/extensions.ts'
import type { PageAction } from '#shell/page.tsx'

/** The action that exports the list, and whether its dialog is open; no action if the service does not support it. */
export function useCsvExport(count: string | undefined) {
  const hasTables = useExtension(csvTables)
  const [isAsking, setIsAsking] = useState(false)
  const action: PageAction = {
    label: 'CSV',
    icon: <Download />,
    note: count === undefined ? null : { words: count, isKnown: true },
    onSelect: () => setIsAsking(true),
  }
  return { actions: hasTables ? [action] : [], isAsking: hasTables && isAsking, close: () => setIsAsking(false) }
}
