import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { valueText } from './value-words.ts'

interface Pair {
  /** Identifies the row while it is edited. */
  id: number
  name: string
  text: string
}

const pairsOf = (value: Json): Pair[] =>
  Object.entries(isRecord(value) ? value : {}).map(([name, text], id) => ({ id, name, text: valueText(text) }))

/** The value for the rows: texts that are unchanged keep their type. Null if a name occurs twice. */
function valueOf(pairs: readonly Pair[], before: Json): JsonRecord | null {
  const old = isRecord(before) ? before : {}
  const entries = pairs.map(({ name, text }): [string, Json] => {
    const known = Object.hasOwn(old, name) ? (old[name] ?? null) : null
    return [name, known !== null && valueText(known) === text ? known : text]
  })
  return new Set(entries.map(([name]) => name)).size < entries.length ? null : Object.fromEntries(entries)
}

const duplicate = 'Each name can occur once.'

/** Names with values, such as headers. */
export function PairsInput({
  label,
  value,
  before,
  error,
  onValue,
}: {
  label: string
  value: Json
  /** The value when editing began. */
  before: Json
  error: string | null
  onValue: (value: Json) => void
}) {
  const id = useId()
  const [pairs, setPairs] = useState(() => pairsOf(value))
  const update = (next: Pair[]) => {
    setPairs(next)
    const record = valueOf(next, before)
    if (record === null) return
    onValue(next.length === 0 && before === null ? null : record)
  }
  const change = (changed: Pair) => update(pairs.map((one) => (one.id === changed.id ? changed : one)))
  const problem = valueOf(pairs, before) === null ? duplicate : error
  return (
    <fieldset className="field" aria-describedby={problem === null ? undefined : id}>
      <legend className="label">{label}</legend>
      {pairs.map((pair) => (
        <div key={pair.id} className="mb-1.5 flex items-center gap-1.5">
          <span className="input min-w-0 flex-1">
            <input
              aria-label={`${label}: name`}
              value={pair.name}
              autoComplete="off"
              onChange={(event) => change({ ...pair, name: event.target.value })}
            />
          </span>
          <span className="input min-w-0 flex-[2]">
            <input
              aria-label={`${label}: value of ${pair.name || 'the new entry'}`}
              value={pair.text}
              autoComplete="off"
              onChange={(event) => change({ ...pair, text: event.target.value })}
            />
          </span>
          <IconButton
            label={`Remove ${pair.name || 'entry'}`}
            icon={<Trash2 />}
            className="flex-none"
            onClick={() => update(pairs.filter((one) => one.id !== pair.id))}
          />
        </div>
      ))}
      <Button
        icon={<Plus />}
        className="w-fit"
        onClick={() =>
          setPairs([...pairs, { id: 1 + Math.max(-1, ...pairs.map((one) => one.id)), name: '', text: '' }])
        }
      >
        Add entry
      </Button>
      {problem !== null && (
        <p className="field-error" id={id}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
