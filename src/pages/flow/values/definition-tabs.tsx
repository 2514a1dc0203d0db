import { useMemo } from 'react'
import { SettingsTab } from '#pages/flow/details/settings-tab.tsx'
import { VariablesTab } from '#pages/flow/details/variables-tab.tsx'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'
import type { ValueOwner } from '#flow/values/value-field.ts'

const settingsOwners: readonly ValueOwner[] = [{ kind: 'settings' }]

/** Variables of a flow in the service, which can be edited. */
export function EditableVariablesTab({ open }: TabProps) {
  const { flow, data } = open
  const owners = useMemo(
    () => flow.variables.map(({ key }): ValueOwner => ({ kind: 'variable', key })),
    [flow.variables],
  )
  return <VariablesTab open={open} editor={owners.length === 0 ? null : { flow, data, owners }} />
}

/** Settings of a flow in the service, which can be edited. */
export function EditableSettingsTab({ open }: TabProps) {
  const { flow, data } = open
  return <SettingsTab open={open} editor={{ flow, data, owners: settingsOwners }} />
}
