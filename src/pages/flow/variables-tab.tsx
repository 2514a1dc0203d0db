import { useMemo } from 'react'
import { variableRows } from './definition-rows.ts'
import { Definitions } from './definitions.tsx'
import { ReadingColumn } from './reading-column.tsx'
import type { TabProps } from './tab-content.tsx'

/** The variables that the flow's texts name, with the values they begin with. */
export function VariablesTab({ open: { flow } }: TabProps) {
  const rows = useMemo(() => variableRows(flow.variables), [flow.variables])
  return (
    <ReadingColumn>
      <Definitions
        title="Variables"
        rows={rows}
        empty={
          <>
            Values that several nodes share would stand here; texts name them as{' '}
            <span className="mono">{'{{ vars.name }}'}</span>. They come with the flow’s file.
          </>
        }
      />
    </ReadingColumn>
  )
}
