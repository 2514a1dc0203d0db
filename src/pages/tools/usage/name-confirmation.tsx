import { useState } from 'react'
import { TextField } from '#ui/controls/text-field.tsx'

/**
 * Confirmation by typing a name. `submit` calls `work` if the name was typed or is not required; else the field shows
 * an error.
 * @param isRequired whether the user has to type the name
 */
export function useNameConfirmation(name: string, isRequired: boolean) {
  const [typed, setTyped] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const isWrong = isRequired && typed.trim() !== name.trim()
  return {
    submit: (work: () => void) => {
      setSubmitted(true)
      if (!isWrong) work()
    },
    /** `label` describes the effect. */
    field: (label: string) =>
      isRequired && (
        <TextField
          label={label}
          value={typed}
          onValue={setTyped}
          autoComplete="off"
          error={wasSubmitted && isWrong ? `Type “${name}”.` : null}
        />
      ),
  }
}
