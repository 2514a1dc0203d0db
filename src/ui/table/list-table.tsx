import { Columns3 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ComponentProps, type RefObject } from 'react'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuRadio } from '#ui/overlays/menu.tsx'
import type { Signal } from '#lib/signal.ts'
import { columnStates, isShownColumn, withColumn, type ColumnState, type ListColumn } from './column-choice.ts'
import { Table } from './table.tsx'
import { densities, tableDensity, type ColumnChoice } from './table-settings.ts'

/** Width of an element in px; null until it is measured. */
function useWidth(box: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

const reasonOf = ({ isChosen, isOrdered, hasRoom }: ColumnState<never>): string => {
  if (isOrdered && !isChosen) return 'Shown while the list is ordered by it'
  return isChosen && !hasRoom ? 'No room: hide another column' : ''
}

/** The menu of a table's columns and its density. */
function ColumnsMenu<Row>({ states, setting }: { states: readonly ColumnState<Row>[]; setting: Signal<ColumnChoice> }) {
  const density = useStoredSetting(tableDensity)
  const choice = useStoredSetting(setting)
  return (
    <Menu trigger={<IconButton label="Columns" icon={<Columns3 />} className="max-sm:hidden" />}>
      {states.map((state) => {
        const { column, isChosen } = state
        const reason = reasonOf(state)
        return (
          column.isFixed !== true && (
            <MenuChoice
              key={column.id}
              checked={isChosen}
              onChange={(checked) => setting.set(withColumn(choice, column, checked))}
            >
              {column.label ?? column.head}
              {reason !== '' && <span className="block text-xs text-text-3">{reason}</span>}
            </MenuChoice>
          )
        )
      })}
      <MenuLine />
      <MenuRadio value={density} options={densities} onValue={tableDensity.set} />
      {choice !== '' && <MenuLine />}
      {choice !== '' && <MenuItem onSelect={() => setting.set('')}>Reset columns</MenuItem>}
    </Menu>
  )
}

/** A table whose columns can be chosen; the choice is stored in this browser. */
export function ListTable<Row extends object>({
  columns,
  setting,
  ...table
}: Omit<ComponentProps<typeof Table<Row>>, 'columns' | 'menu'> & {
  columns: readonly ListColumn<Row>[]
  /** The choice: a stored setting of this list. */
  setting: Signal<ColumnChoice>
}) {
  const bar = useRef<HTMLDivElement>(null)
  const width = useWidth(bar)
  const choice = useStoredSetting(setting)
  const states = columnStates(columns, { choice, ordering: table.ordering ?? '', width })
  const last = states.findLast(isShownColumn)?.column
  const shown = states
    .filter(({ isChosen, isOrdered }) => isChosen || isOrdered)
    .map((state) => {
      const { className = '' } = state.column
      return {
        ...state.column,
        className: `${className} ${isShownColumn(state) ? '' : 'hidden'} ${state.column === last ? 'last' : ''}`,
      }
    })
  return (
    <Table
      {...table}
      columns={shown}
      menu={
        <div ref={bar} className="table-menu">
          <ColumnsMenu states={states} setting={setting} />
        </div>
      }
    />
  )
}
