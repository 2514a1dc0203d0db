import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { conversation as api } from '#contract/conversation.ts'
import { maxCsvRows } from '#contract/conversation-csv.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { useTableDownload } from '#parts/lists/use-csv.tsx'
import { zoneOptions } from '#parts/display/zone-list.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import { storedSettingBy, useStoredSetting } from '#ui/browser/stored-setting.ts'
import { allColumns, chosenColumns } from './csv-columns.ts'
import type { InboxListInput } from '#pages/inbox/inbox-view.ts'

/** The columns last chosen in this browser, comma-separated; '' = none. */
const columnChoice = storedSettingBy('inbox-csv-columns', (text) => text ?? '')

/** Dialog that exports the filtered list as CSV, with a choice of columns and time zone. */
export function CsvDialog({
  input,
  count,
  zone: shownZone,
  onClose,
}: {
  input: InboxListInput
  /** Number of rows, in words. */
  count: string | undefined
  /** The console's time zone. */
  zone: string
  onClose: () => void
}) {
  const storedColumns = useStoredSetting(columnChoice)
  const hasFields = useExtension('conversation_fields')
  const fields = useQuery({ ...q(api.fields, {}), enabled: hasFields })
  const all = allColumns(fields.data?.custom_keys ?? [])
  const [changed, setColumns] = useState<ReadonlySet<string> | null>(null)
  const columns = changed ?? new Set(chosenColumns(all, new Set(storedColumns.split(','))))
  const [zone, setZone] = useState(shownZone)
  const [isTried, setIsTried] = useState(false)
  const zones = useMemo(() => zoneOptions(Intl.supportedValuesOf('timeZone')), [])
  const make = useTableDownload(api.list, 'conversations.csv')
  const submit = () => {
    setIsTried(true)
    if (columns.size === 0) return
    const chosen = chosenColumns(all, columns).join(',')
    columnChoice.set(chosen)
    make.mutate({ ...input, tz: zone, columns: chosen }, { onSuccess: onClose })
  }
  const toggle = (name: string, isOn: boolean) =>
    setColumns(new Set(isOn ? [...columns, name] : [...columns].filter((other) => other !== name)))
  return (
    <Dialog
      title={
        count === undefined
          ? 'Download the list as CSV?'
          : `Download ${count} ${count === '1' ? 'conversation' : 'conversations'} as CSV?`
      }
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Download" busy={make.isPending} />}
    >
      <fieldset className="grid gap-1">
        <legend className="flex w-full items-center gap-2">
          <span className="label flex-1">Columns</span>
          <Button variant="quiet" onClick={() => setColumns(new Set(all.map(({ name }) => name)))}>
            All
          </Button>
          <Button variant="quiet" onClick={() => setColumns(new Set())}>
            None
          </Button>
        </legend>
        <div className="grid max-h-[40dvh] grid-cols-2 gap-x-4 overflow-auto">
          {all.map(({ name, label }) => (
            <CheckField key={name} label={label} checked={columns.has(name)} onChange={(isOn) => toggle(name, isOn)} />
          ))}
        </div>
        {isTried && columns.size === 0 && <p className="field-error">Choose at least one column.</p>}
      </fieldset>
      <div className="flex flex-wrap items-center gap-2">
        <span className="label">Time zone</span>
        <Picker
          label="Time zone"
          options={zones}
          chosen={[zone]}
          onChosen={([next]) => next !== undefined && setZone(next)}
          trigger={
            <button type="button" className="chip" aria-label={`Time zone: ${zone}`}>
              {zone.replaceAll('_', ' ')}
              <ChevronDown className="xs" />
            </button>
          }
        />
      </div>
      <p className="text-xs text-text-2">
        {zone === shownZone ? '' : `Dates in the filter also use ${zone}. `}
        The file contains the filtered conversations in list order, at most {maxCsvRows.toLocaleString()}.
      </p>
      <ActionError title="The CSV file was not created" error={make.error} />
    </Dialog>
  )
}
