import { CircleX, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { isSecretName } from '#flow/secrets/secret-shapes.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { SecretInput } from '#parts/forms/secret-input.tsx'
import type { NameValuePair } from './tool-draft.ts'

/** Form field for name-value pairs, such as headers. Rows without a name are not sent. */
export function PairsField({
  label,
  noun,
  pairs,
  error,
  onPairs,
}: {
  label: string
  /** Singular: "header". */
  noun: string
  pairs: readonly NameValuePair[]
  error: string | null
  onPairs: (pairs: NameValuePair[]) => void
}) {
  const id = useId()
  const change = (one: NameValuePair, part: Partial<NameValuePair>) =>
    onPairs(pairs.map((pair) => (pair.id === one.id ? { ...pair, ...part } : pair)))
  const add = () => onPairs([...pairs, { id: Math.max(0, ...pairs.map((pair) => pair.id)) + 1, name: '', value: '' }])
  return (
    <fieldset className="field" aria-describedby={error === null ? undefined : id}>
      <legend className="label mb-1">
        {label} <span className="font-normal text-text-3">optional</span>
      </legend>
      {pairs.map((pair, index) => {
        const called = pair.name.trim() || `${noun} ${index + 1}`
        return (
          <div
            key={pair.id}
            className="grid grid-cols-[184px_minmax(0,1fr)_var(--control-sm)] gap-1.5 max-sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_var(--control-sm)]"
          >
            <span className="input sm">
              <input
                className="mono"
                aria-label={`Name of ${noun} ${index + 1}`}
                aria-invalid={error === null ? undefined : true}
                autoComplete="off"
                spellCheck={false}
                value={pair.name}
                onChange={(event) => change(pair, { name: event.target.value })}
              />
            </span>
            <SecretInput
              small
              label={`value of ${called}`}
              value={pair.value}
              hidden={isSecretName(pair.name)}
              onValue={(value) => change(pair, { value })}
            />
            <IconButton
              label={`Remove ${called}`}
              icon={<X />}
              onClick={() => onPairs(pairs.filter((one) => one.id !== pair.id))}
            />
          </div>
        )
      })}
      <span>
        <Button variant="quiet" icon={<Plus />} onClick={add}>
          Add {noun}
        </Button>
      </span>
      {error !== null && (
        <p className="field-error" id={id}>
          <CircleX className="xs" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
