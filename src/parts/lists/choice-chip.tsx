import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuChoice } from '#ui/overlays/menu.tsx'

interface FieldChoices<T extends string> {
  values: readonly T[]
  chosen: readonly T[]
  labelOf: (value: T) => string
  iconOf?: (value: T) => ReactNode
  onChosen: (chosen: T[]) => void
}

/** The values of a field as items of a menu; several of them are joined by OR. */
export const ChoiceItems = <T extends string>({ values, chosen, labelOf, iconOf, onChosen }: FieldChoices<T>) =>
  values.map((value) => (
    <MenuChoice
      key={value}
      checked={chosen.includes(value)}
      onChange={(checked) => onChosen(values.filter((one) => (one === value ? checked : chosen.includes(one))))}
    >
      <span className="flex items-center gap-2">
        {iconOf?.(value)}
        {labelOf(value)}
      </span>
    </MenuChoice>
  ))

/** A chip "Name value ⌄" that opens a menu. */
export const MenuChip = ({
  name,
  value,
  isSet,
  className = '',
  children,
}: {
  name: string
  value: string
  isSet: boolean
  className?: string
  children: ReactNode
}) => (
  <Menu
    align="start"
    trigger={
      <button type="button" className={`chip max-w-full min-w-0 ${isSet ? 'on' : ''} ${className}`}>
        {name} <b className="cut">{value}</b>
        <ChevronDown className="xs" />
      </button>
    }
  >
    {children}
  </Menu>
)

/** The filter of one field: a chip with its values. */
export const ChoiceChip = <T extends string>({
  name,
  className = '',
  ...field
}: FieldChoices<T> & { name: string; className?: string }) => (
  <MenuChip
    name={name}
    value={field.chosen.map(field.labelOf).join(', ') || 'any'}
    isSet={field.chosen.length > 0}
    className={className}
  >
    <ChoiceItems {...field} />
  </MenuChip>
)

/** As in the bars with a filter builder. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button variant="quiet" className="max-sm:hidden" onClick={onClear}>
    Clear filters
  </Button>
)
