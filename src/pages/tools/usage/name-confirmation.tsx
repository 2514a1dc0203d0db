import { useState } from 'react'
import { TextField } from '#ui/controls/text-field.tsx'

/**
 * Whether the name of what is about to change was typed. `submit` runs `work` where it was, or need not be; else the field says
 * what to type.
 * @param isNeeded whether the name has to be typed at all
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
    /** `label` says what typing it does. */
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
