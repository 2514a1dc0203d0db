import { ChevronDown } from 'lucide-react'
import { useState, type ComponentPropsWithRef } from 'react'
import { deliveryVerdicts } from '#contract/channel.ts'
import { fieldOfInstant, instantOfField } from '#lib/time/local-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuRadio } from '#ui/overlays/menu.tsx'
import { useNow } from '#ui/browser/now.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import type { LogView } from '#pages/channels/channels-view.ts'
import { logTimeRange, lastTimes, deliveryTimeInput, deliveryTimeWords } from './delivery-time.ts'
import { verdictWord } from './delivery-words.ts'

const hourMs = 3_600_000

type OnLog = (change: Partial<LogView>) => void

const Chip = ({ name, value, ...button }: { name: string; value: string } & ComponentPropsWithRef<'button'>) => (
  <button type="button" {...button} className={`chip max-w-full ${value === '' ? '' : 'on'}`}>
    {name} <b className="cut">{value || 'any'}</b>
    <ChevronDown className="xs" />
  </button>
)

function VerdictFilter({ verdicts, onLog }: { verdicts: LogView['verdicts']; onLog: OnLog }) {
  return (
    <Menu align="start" trigger={<Chip name="Result" value={verdicts.map(verdictWord).join(', ')} />}>
      {deliveryVerdicts.map((word) => (
        <MenuChoice
          key={word}
          checked={verdicts.includes(word)}
          onChange={(checked) =>
            onLog({ verdicts: deliveryVerdicts.filter((one) => (one === word ? checked : verdicts.includes(one))) })
          }
        >
          {verdictWord(word)}
        </MenuChoice>
      ))}
    </Menu>
  )
}

/** One end of the time filter, in ms; null if it is open. */
function endOf(time: string, end: 'at__gte' | 'at__lt'): number | null {
  const text = deliveryTimeInput(time, Date.now())[end]
  return text === undefined ? null : Date.parse(text)
}

/** Dialog for a custom time range. */
function TimeRangeDialog({
  time,
  onTime,
  onClose,
}: {
  time: string
  onTime: (time: string) => void
  onClose: () => void
}) {
  const zone = useZone()
  const [from, setFrom] = useState(() => fieldOfInstant(endOf(time, 'at__gte') ?? Date.now() - hourMs, zone))
  const [until, setUntil] = useState(() => fieldOfInstant(endOf(time, 'at__lt') ?? Date.now(), zone))
  const [errors, setErrors] = useState<{ from?: string; until?: string }>({})
  const submit = () => {
    const [first, last] = [from, until].map((text) => Date.parse(instantOfField(text, zone) ?? ''))
    const choose = 'Choose a date and time.'
    if (first === undefined || Number.isNaN(first)) setErrors({ from: choose })
    else if (last === undefined || Number.isNaN(last)) setErrors({ until: choose })
    else if (last <= first) setErrors({ until: 'The end must be after the start.' })
    else onTime(logTimeRange(first, last))
  }
  return (
    <Dialog
      title="Custom time range"
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Show deliveries" />}
    >
      <TextField
        label="From"
        type="datetime-local"
        hint={`Time zone: ${zone}`}
        error={errors.from}
        value={from}
        onValue={setFrom}
      />
      <TextField label="Until" type="datetime-local" error={errors.until} value={until} onValue={setUntil} />
    </Dialog>
  )
}

function TimeFilter({ time, onLog }: { time: string; onLog: OnLog }) {
  const words = deliveryTimeWords(time, { now: useNow(), zone: useZone() })
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <Menu align="start" trigger={<Chip name="Time" value={words} />}>
        <MenuRadio
          value={time}
          options={[{ value: '', label: 'Any time' }, ...lastTimes.map(({ word, label }) => ({ value: word, label }))]}
          onValue={(next) => onLog({ time: next })}
        />
        <MenuLine />
        <MenuItem onSelect={() => setIsChoosing(true)}>Custom range…</MenuItem>
      </Menu>
      {isChoosing && (
        <TimeRangeDialog
          time={time}
          onClose={() => setIsChoosing(false)}
          onTime={(next) => {
            setIsChoosing(false)
            onLog({ time: next })
          }}
        />
      )}
    </>
  )
}

/** Filter of the log: by verdict, and by time. */
export function LogFilter({ log, onLog }: { log: LogView; onLog: OnLog }) {
  const change: OnLog = (next) => onLog({ ...next, page: 1, delivery: null })
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 py-2 max-sm:px-4">
      <VerdictFilter verdicts={log.verdicts} onLog={change} />
      <TimeFilter time={log.time} onLog={change} />
      {(log.verdicts.length > 0 || log.time !== '') && (
        <button type="button" className="link cursor-pointer" onClick={() => change({ verdicts: [], time: '' })}>
          Reset
        </button>
      )}
      <span className="flex-1" />
      <span className="text-xs text-text-3">Newest first, kept for a month</span>
    </div>
  )
}
