import { useMemo } from 'react'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { variableRows } from './definition-rows.ts'
import { DefinitionsTable } from './definitions-table.tsx'
import { LazyValuesEditor } from '#pages/flow/values/lazy-values-editor.tsx'
import type { ValuesEditorProps } from '#pages/flow/values/values-editor.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'

/** Variables of the flow, with their initial values. */
export function VariablesTab({
  open: { flow },
  editor = null,
}: {
  open: { flow: Pick<TemplateHead, 'variables'> }
  /** Edits the values of a flow in the service; null = they cannot be edited. */
  editor?: Omit<ValuesEditorProps, 'title' | 'nodeName' | 'children'> | null
}) {
  const rows = useMemo(() => variableRows(flow.variables), [flow.variables])
  const table = (
    <DefinitionsTable
      title="Variables"
      count={flow.variables.length}
      rows={rows}
      empty={
        <>
          No variables. A variable is a value that several steps share; refer to it as{' '}
          <span className="mono">{'{{ vars.name }}'}</span>. Variables come from the flow’s file.
        </>
      }
    />
  )
  return (
    <ReadingColumn>
      {editor === null ? (
        table
      ) : (
        <LazyValuesEditor {...editor} title="Variables" nodeName={null}>
          {table}
        </LazyValuesEditor>
      )}
    </ReadingColumn>
  )
}
