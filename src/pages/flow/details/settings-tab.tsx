import { useMemo } from 'react'
import { useProduct } from '#api/query/me.ts'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { definitionRows } from './definition-rows.ts'
import { DefinitionsTable } from './definitions-table.tsx'
import { LazyValuesEditor } from '#pages/flow/values/lazy-values-editor.tsx'
import type { ValuesEditorProps } from '#pages/flow/values/values-editor.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'

const meanings = new Map([
  ['timezone', 'Time zone of schedules'],
  ['timeout_s', 'Maximum run duration, in seconds'],
  ['concurrency', 'Concurrent runs'],
])

/** Settings of the flow, from its file. */
export function SettingsTab({
  open: { flow },
  editor = null,
}: {
  open: { flow: Pick<TemplateHead, 'settings'> }
  /** Edits the values of a flow in the service; null = they cannot be edited. */
  editor?: Omit<ValuesEditorProps, 'title' | 'nodeName' | 'children'> | null
}) {
  const isProduct = useProduct() !== null
  const rows = useMemo(() => definitionRows(flow.settings), [flow.settings])
  const table = (
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
  )
  return (
    <ReadingColumn>
      {editor === null ? (
        table
      ) : (
        <LazyValuesEditor {...editor} title="Settings" nodeName={null}>
          {table}
        </LazyValuesEditor>
      )}
    </ReadingColumn>
  )
}
