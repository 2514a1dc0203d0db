import { useEffect, useRef, type ChangeEvent } from 'react'

/** A checkbox without visible text; `label` is its name. `isIndeterminate` = some, but not all, of a group. */
export function Checkbox({
  label,
  checked,
  isIndeterminate = false,
  tabIndex,
  onChange,
}: {
  label: string
  checked: boolean
  isIndeterminate?: boolean
  /** -1 if the keyboard reaches it in another way. */
  tabIndex?: 0 | -1
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <input
      ref={box}
      type="checkbox"
      className="check"
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      onChange={(event) => onChange(event.target.checked, event)}
    />
  )
}

/** A checkbox with its label beside it. */
export const CheckField = ({
  label,
  checked,
  isLocked = false,
  onChange,
}: {
  label: string
  checked: boolean
  /** Whether it cannot be changed. */
  isLocked?: boolean
  onChange: (checked: boolean) => void
}) => (
  <label
    className={`flex min-h-(--control-md) w-fit items-center gap-2 ${isLocked ? 'text-text-2' : 'cursor-pointer'}`}
  >
    <input
      type="checkbox"
      className="check"
      checked={checked}
      disabled={isLocked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
)
