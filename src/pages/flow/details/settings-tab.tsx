import { useMemo } from 'react'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { definitionRows } from './definition-rows.ts'
import { DefinitionsTable } from './definitions-table.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'

const meanings = new Map([
  ['timezone', 'Zone of its schedules'],
  ['timeout_s', 'Longest run, in seconds'],
  ['concurrency', 'Runs at the same time'],
])

/** Settings of the flow, from its file. */
export function SettingsTab({ open: { flow } }: { open: { flow: Pick<TemplateHead, 'settings'> } }) {
  const rows = useMemo(() => definitionRows(flow.settings), [flow.settings])
  return (
    <ReadingColumn>
      <DefinitionsTable
        title="Settings"
        rows={rows}
        meanings={meanings}
        empty="How the flow runs would stand here: zone, longest run, runs at the same time. It runs with what is usual."
      />
    </ReadingColumn>
  )
}
