import { Pencil } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useExtension, useWriteReason } from '#api/query/me.ts'
import { flowReleases } from '#contract/kernel/extensions.ts'
import { fieldKey, type ValueOwner } from '#flow/values/value-field.ts'
import { count } from '#lib/count.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { Button } from '#ui/controls/button.tsx'
import { editFields, isEditingValues, undoEdit, useEdits } from './value-edits.ts'
import { useReviewedChanges } from './use-reviewed-changes.ts'
import { ValueInput } from './value-input.tsx'
import './values.css'

interface EditorProps {
  flow: Pick<FlowHead, 'id' | 'variables' | 'settings'>
  data: FlowData
  owners: readonly ValueOwner[]
  /** Name of the node; null for variables and settings. */
  nodeName: string | null
}

export interface ValuesEditorProps extends EditorProps {
  title: string
  /** The values as text. */
  children: ReactNode
}

/** Variables and settings are only sent for their own fields. */
const noParts = { variables: [], settings: {} }

function Fields({ flow, data, owners, nodeName }: EditorProps) {
  const parts = useMemo(
    () => (nodeName === null ? { variables: flow.variables, settings: flow.settings } : noParts),
    [flow, nodeName],
  )
  const found = useFlowQuery(data, 'editable fields', { owners, parts })
  const edits = useEdits(flow.id)
  const reviewed = useReviewedChanges(flow, data, edits)
  if (found === undefined) return null
  if (found.fields.length === 0) return <p className="text-text-2">Nothing can be changed here.</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      {found.fields.map((field) => {
        const key = fieldKey(field)
        return (
          <ValueInput
            key={key}
            field={field}
            edit={edits.find((one) => one.key === key) ?? null}
            problem={reviewed.get(key)?.problem ?? null}
            models={found.models}
            onValue={(value) => editFields(flow.id, [{ field, nodeName, value }])}
            onUndo={() => undoEdit(flow.id, key)}
          />
        )
      })}
      {found.omitted > 0 && (
        <p className="text-text-2">
          {count(found.omitted, 'more value')}. Use Find and replace in the menu of the flow to change them.
        </p>
      )}
      {/* On a phone, the panel covers the bar with the review. */}
      {edits.length > 0 && <p className="text-text-2 sm:hidden">Close this panel to review and save your changes.</p>}
    </div>
  )
}

/** Values of a node, or of variables or settings: as text, and in fields while they are edited. */
export function ValuesEditor({ title, children, ...props }: ValuesEditorProps) {
  const isEditing = useStoredSetting(isEditingValues)
  const isOffered = useExtension(flowReleases)
  const reason = useWriteReason()
  if (!isOffered || reason !== null) return children
  const toggle = (
    <Button icon={isEditing ? undefined : <Pencil />} onClick={() => isEditingValues.set(!isEditing)}>
      {isEditing ? 'Stop editing' : 'Edit values'}
    </Button>
  )
  if (!isEditing)
    return (
      <>
        <div className="section pb-0">{toggle}</div>
        {children}
      </>
    )
  return (
    <section className="section" aria-label={title}>
      <div className="mb-3 flex items-center justify-between gap-2">
        <h3 className="m-0">{title}</h3>
        {toggle}
      </div>
      <Fields {...props} />
    </section>
  )
}
