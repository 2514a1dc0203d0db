import { useEffect, useRef, type ChangeEvent } from 'react'

/** A box without a visible word; `label` is its name. `some` = part of what it stands for is chosen. */
export function Checkbox({
  label,
  checked,
  some = false,
  onChange,
}: {
  label: string
  checked: boolean
  some?: boolean
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <input
      ref={box}
      type="checkbox"
      className="check"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked, event)}
    />
  )
}
