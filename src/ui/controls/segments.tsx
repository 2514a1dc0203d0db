import { useId, type ReactNode } from 'react'

/** Switches between views of the same data (table or cards). Arrow keys choose, as in any radio group. */
export function Segments<T extends string>({
  label,
  value,
  options,
  iconOnly = false,
  onValue,
}: {
  label: string
  value: T
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  /** In the header of a small part of a page: the texts are then the names of the icons. */
  iconOnly?: boolean
  onValue: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} title={iconOnly ? option.label : undefined}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          {option.icon}
          <span className={iconOnly ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
