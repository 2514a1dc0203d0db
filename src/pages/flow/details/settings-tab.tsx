import { useMemo } from 'react'
import { useProduct } from '#api/query/me.ts'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { definitionRows } from './definition-rows.ts'
import { DefinitionsTable } from './definitions-table.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'

const meanings = new Map([
  ['timezone', 'Time zone of schedules'],
  ['timeout_s', 'Maximum run duration, in seconds'],
  ['concurrency', 'Concurrent runs'],
])

/** Settings of the flow, from its file. */
export function SettingsTab({ open: { flow } }: { open: { flow: Pick<TemplateHead, 'settings'> } }) {
  const isProduct = useProduct() !== null
  const rows = useMemo(() => definitionRows(flow.settings), [flow.settings])
  return (
    <ReadingColumn>
      <DefinitionsTable
        title="Settings"
        count={Object.keys(flow.settings).length}
        rows={rows}
        meanings={meanings}
        empty={
          isProduct
            ? 'Settings that the file has in its own format are under About, in “File metadata”.'
            : 'The flow has no settings. Defaults apply to time zone and run duration.'
        }
      />
    </ReadingColumn>
  )
}
