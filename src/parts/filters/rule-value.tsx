import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import type { Rule } from '#contract/filter/filter.ts'
import { Picker } from '#ui/overlays/picker.tsx'
import { filterOptions, type PickerOption } from '#ui/overlays/picker-options.ts'
import type { PickerSource } from '#ui/overlays/picker-box.tsx'
import { Select } from '#ui/controls/select-field.tsx'
import { DraftInput } from './draft-input.tsx'
import { useCacheName, type Lookup } from './lookup-names.ts'
import { operatorChoiceOf } from './operator-choices.ts'
import { localOf, valueOfLocal } from './rule-time.ts'
import { isDuration, valueWords, type WordsContext } from './rule-words.ts'

interface RuleValueProps {
  rule: Rule
  context: WordsContext
  onValues: (values: readonly string[]) => void
}

/** Note of an option, with the number of rows that have the value. */
function noteOf(
  { rule, context }: Pick<RuleValueProps, 'rule' | 'context'>,
  value: string,
  note = '',
): { note?: string } {
  const count = context.countOf?.(rule.field.name, value)
  const words = [...(note === '' ? [] : [note]), ...(count === undefined ? [] : [count.toLocaleString()])]
  return words.length === 0 ? {} : { note: words.join(' · ') }
}

const singleValue = (text: string): readonly string[] => (text.trim() === '' ? [] : [text.trim()])

/** Several values as tags, with a picker. Typed text is accepted, except for a choice, a rank or a reference. */
function ManyValues({ rule, context, onValues, lookup }: RuleValueProps & { lookup: Lookup | undefined }) {
  const { field, values } = rule
  const cacheName = useCacheName()
  const withCount = (option: PickerOption): PickerOption => ({
    ...option,
    ...noteOf({ rule, context }, option.value, option.note),
  })
  const fixed = field.values.map((value) => withCount({ value, label: valueWords(rule, value, context) }))
  const search: PickerSource =
    lookup === undefined
      ? fixed
      : async (text, signal) => [...filterOptions(fixed, text), ...(await lookup.search(text, signal)).map(withCount)]
  const isFree = field.type !== 'choice' && field.type !== 'rank' && field.type !== 'ref'
  return (
    <span className="input sm flex-wrap gap-1 py-px">
      {values.map((value) => (
        <span key={value} className="tag max-w-full gap-1 pr-0">
          <bdi className="cut">{valueWords(rule, value, context)}</bdi>
          <button
            type="button"
            className="relative grid size-[18px] flex-none cursor-pointer place-items-center text-text-3 before:absolute before:-inset-[3px] hover:text-text"
            aria-label={`Remove ${valueWords(rule, value, context)}`}
            onClick={() => onValues(values.filter((other) => other !== value))}
          >
            <X className="xs" />
          </button>
        </span>
      ))}
      <Picker
        label={`Values of ${field.label}`}
        many
        options={search}
        chosen={values}
        {...(isFree ? { freeTextLabel: (text: string) => `Use “${text}”` } : {})}
        trigger={
          <button
            type="button"
            data-value=""
            className="opener flex min-h-6 min-w-14 flex-1 cursor-pointer items-center justify-between gap-1 text-left text-text-3"
            aria-label={`Values of ${field.label}`}
          >
            {values.length === 0 ? 'Choose' : ''}
            <ChevronDown className="s ml-auto" />
          </button>
        }
        onChosen={(next, pressed) => {
          if (field.type === 'ref') cacheName(field.name, pressed)
          onValues(next)
        }}
      />
    </span>
  )
}

/** Inputs for a day and an optional time, in the console's time zone. */
function TimeValue({ rule, context, onValues }: RuleValueProps) {
  const { day, time } = localOf(rule.values[0] ?? '', context.zone)
  const { label } = rule.field
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <span className="input sm w-auto! flex-none">
        <DraftInput
          type="date"
          data-value=""
          max="9999-12-31"
          aria-label={`${label}, day`}
          value={day}
          onCommit={(next) => onValues(singleValue(valueOfLocal(next, time)))}
        />
      </span>
      <span className="input sm w-auto! flex-none">
        <DraftInput
          type="time"
          aria-label={`${label}, time (empty for the whole day)`}
          value={time}
          onCommit={(next) => onValues(singleValue(valueOfLocal(day, next)))}
        />
      </span>
      <span className="cut text-xs text-text-3">{context.zone}</span>
    </span>
  )
}

const units = [
  { value: 'ms', label: 'ms', ms: 1 },
  { value: 's', label: 's', ms: 1_000 },
  { value: 'min', label: 'min', ms: 60_000 },
  { value: 'h', label: 'h', ms: 3_600_000 },
] as const
type Unit = (typeof units)[number]
const seconds: Unit = units[1]

/** The largest unit in which a duration is an integer. */
const unitOf = (ms: number): Unit => units.findLast((unit) => ms !== 0 && ms % unit.ms === 0) ?? seconds

/** Inputs for a duration and its unit; the value is in milliseconds. */
function DurationValue({ rule, onValues }: Omit<RuleValueProps, 'context'>) {
  const [text = ''] = rule.values
  const ms = Number(text)
  const isNumber = text !== '' && Number.isFinite(ms)
  const [chosen, setChosen] = useState<Unit | null>(null)
  const unit = chosen ?? (isNumber ? unitOf(ms) : seconds)
  const commit = (typed: string, by: Unit) => {
    const size = Number(typed.replace(',', '.'))
    onValues(singleValue(typed.trim() === '' || !Number.isFinite(size) ? typed : String(Math.round(size * by.ms))))
  }
  const shown = isNumber ? String(ms / unit.ms) : text
  return (
    <span className="flex gap-1.5">
      <span className="input sm">
        <DraftInput
          data-value=""
          inputMode="decimal"
          aria-label={rule.field.label}
          value={shown}
          onCommit={(typed) => commit(typed, unit)}
        />
      </span>
      <Select
        aria-label="Unit"
        className="sm w-20! flex-none"
        value={unit.value}
        options={units}
        onValue={(value) => {
          const next = units.find((one) => one.value === value) ?? seconds
          setChosen(next)
          commit(shown, next)
        }}
      />
    </span>
  )
}

const flagOptions = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]

/** Input for the value of a rule; depends on the type of the field and the operator. */
export function RuleValue({ rule, context, onValues, lookup }: RuleValueProps & { lookup: Lookup | undefined }) {
  const { field, values } = rule
  const choice = operatorChoiceOf(rule)
  if (choice.valueCount === 'none') return null
  if (choice.valueCount === 'many' || values.length > 1)
    return <ManyValues rule={rule} context={context} onValues={onValues} lookup={lookup} />
  if (field.type === 'time') return <TimeValue rule={rule} context={context} onValues={onValues} />
  if (isDuration(rule)) return <DurationValue rule={rule} onValues={onValues} />
  if (field.type === 'flag' || field.type === 'rank') {
    const plain =
      field.type === 'flag'
        ? flagOptions
        : field.values.map((value) => ({ value, label: valueWords(rule, value, context) }))
    const value = values[0] === '1' ? 'true' : values[0] === '0' ? 'false' : (values[0] ?? '')
    const options = plain.map((option) => {
      // The browser shows the label of the chosen option as the value, so the chosen option has no count.
      if (option.value === value) return option
      const { note } = noteOf({ rule, context }, option.value)
      return note === undefined ? option : { ...option, label: `${option.label} · ${note}` }
    })
    return (
      <Select
        data-value=""
        aria-label={field.label}
        className="sm"
        value={value}
        options={value === '' ? [{ value: '', label: 'Choose', disabled: true }, ...options] : options}
        onValue={(next) => onValues([next])}
      />
    )
  }
  const isNumber = field.type === 'money' || field.type === 'whole'
  return (
    <span className="input sm">
      <DraftInput
        data-value=""
        inputMode={field.type === 'money' ? 'decimal' : isNumber ? 'numeric' : 'text'}
        aria-label={field.label}
        value={values[0] ?? ''}
        // Accepts a decimal comma.
        onCommit={(text) => onValues(singleValue(isNumber ? text.replace(/^(\s*-?\d+),(\d+\s*)$/, '$1.$2') : text))}
      />
    </span>
  )
}
