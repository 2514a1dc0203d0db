import { useState } from 'react'
import { TextField } from '#ui/controls/text-field.tsx'

/**
 * Confirmation by typing a name. `submit` calls `work` if the name was typed or is not required; else the field shows
 * an error.
 * @param isNeeded whether the user has to type the name
 */
export function useNameConfirmation(name: string, isNeeded: boolean) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const isWrong = isNeeded && typed.trim() !== name.trim()
  return {
    submit: (work: () => void) => {
      setTried(true)
      if (!isWrong) work()
    },
    /** `label` describes the effect. */
    field: (label: string) =>
      isNeeded && (
        <TextField
          label={label}
          value={typed}
          onValue={setTyped}
          autoComplete="off"
          error={tried && isWrong ? `Type “${name}”.` : null}
        />
      ),
  }
}
