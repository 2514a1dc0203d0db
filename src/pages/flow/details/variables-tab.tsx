import { useMemo } from 'react'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { variableRows } from './definition-rows.ts'
import { DefinitionsTable } from './definitions-table.tsx'
import { ReadingColumn } from '#pages/flow/reading-column.tsx'

/** Variables of the flow, with their initial values. */
export function VariablesTab({ open: { flow } }: { open: { flow: Pick<TemplateHead, 'variables'> } }) {
  const rows = useMemo(() => variableRows(flow.variables), [flow.variables])
  return (
    <ReadingColumn>
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
    </ReadingColumn>
  )
}
