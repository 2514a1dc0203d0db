import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { nextOrdering } from './ordering.ts'
import { useOpenRow, useRowKeys } from './row-keys.ts'
import { distinctKeys, pickRange } from './row-selection.ts'
import { tableDensity } from './table-settings.ts'

export interface Column<Row> {
  id: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Right-aligned, for numbers and dates. */
  right?: boolean
  /** The name by which the service orders; absent = not sortable. */
  orderBy?: string
  /** Whether the first click sorts in descending order, as for numbers and dates. */
  descendingFirst?: boolean
  /**
   * Width and breakpoints for header and cells: "w-[104px] max-sm:hidden". One column, the name, has no width and takes
   * the rest.
   */
  className?: string
}

export interface TableSelection {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
  /** Accessible name of a row for its checkbox. */
  nameOf: (id: string) => string
}

const classOf = ({ right = false, className = '' }: Pick<Column<never>, 'right' | 'className'>): string =>
  right ? `num ${className}` : className

function HeadCell<Row>({
  column,
  ordering,
  onOrder,
}: {
  column: Column<Row>
  ordering: string
  onOrder: ((ordering: string) => void) | undefined
}) {
  const { head, orderBy, descendingFirst = false } = column
  const direction =
    orderBy === undefined
      ? undefined
      : ordering === orderBy
        ? 'ascending'
        : ordering === `-${orderBy}`
          ? 'descending'
          : undefined
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" className={classOf(column)} aria-sort={direction}>
      {orderBy === undefined || !onOrder ? (
        head
      ) : (
        <button type="button" onClick={() => onOrder(nextOrdering(ordering, orderBy, descendingFirst))}>
          <span className="truncate">{head}</span>
          {direction && <Arrow className="xs" />}
        </button>
      )}
    </th>
  )
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, select, dialog') !== null

/**
 * The table component. Ordering, paging and filtering happen in the service; `ordering` is its parameter
 * ("-updated_at,name": the first counts most). j and k move between rows, Enter opens, x selects. The keyboard focus is
 * on a row's first link.
 */
export function Table<Row extends object>({
  label,
  columns,
  rows,
  rowId,
  ordering = '',
  onOrder,
  selection: givenSelection,
  open = null,
  rowKeys = true,
  menu,
  onOpen,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: Row[]
  /** '' = the row has none: it is shown, and can be neither opened nor selected. */
  rowId: (row: Row) => string
  ordering?: string
  onOrder?: (ordering: string) => void
  selection?: TableSelection
  /** The row that is open beside the list. */
  open?: string | null
  /** False while j and k belong to the panel beside the list. */
  rowKeys?: boolean
  /** Menu at the end of the header. */
  menu?: ReactNode
  onOpen?: ((row: Row) => void) | undefined
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const density = useStoredSetting(tableDensity)
  const ids = rows.map(rowId)
  const selection = ids.some((id) => id !== '') ? givenSelection : undefined
  const keys = distinctKeys(ids)
  const select = selection && ((index: number) => selection.onChange(pickRange(selection.ids, ids, index, index)))
  useRowKeys(body, select, rowKeys)
  useOpenRow(body, open === null ? -1 : ids.indexOf(open))
  const openRow = (event: MouseEvent, row: Row) => {
    // A menu of the row is elsewhere in the document; clicks in it do not open the row.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (
      onOpen &&
      rowId(row) !== '' &&
      isInside &&
      !isControl(event.target) &&
      (window.getSelection()?.isCollapsed ?? true)
    )
      onOpen(row)
  }
  return (
    <div className="table-frame">
      {menu}
      <table className={`table ${density}`} aria-label={label}>
        <thead>
          <tr>
            {selection && <SelectAll selection={selection} ids={ids} />}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} ordering={ordering.split(',')[0] ?? ''} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => {
            const id = rowId(row)
            const opens = onOpen !== undefined && id !== ''
            return (
              <tr
                key={keys[index]}
                tabIndex={-1}
                data-selected={id === open || selection?.ids.has(id) ? '' : undefined}
                aria-current={id === open ? 'true' : undefined}
                data-opens={opens ? '' : undefined}
                onClick={(event) => openRow(event, row)}
              >
                {selection && <SelectRow selection={selection} ids={ids} index={index} />}
                {columns.map((column) => (
                  <td key={column.id} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function SelectAll({ selection, ids }: { selection: TableSelection; ids: string[] }) {
  const selectableIds = ids.filter((id) => id !== '')
  const chosen = selectableIds.filter((id) => selection.ids.has(id)).length
  const all = chosen > 0 && chosen === selectableIds.length
  const change = () => {
    const next = new Set(selection.ids)
    for (const id of selectableIds) {
      if (all) next.delete(id)
      else next.add(id)
    }
    selection.onChange(next)
  }
  return (
    <th scope="col" className="select-cell">
      <Checkbox
        label="Select all rows on this page"
        checked={all}
        isIndeterminate={chosen > 0 && !all}
        onChange={change}
      />
    </th>
  )
}

/** The last clicked row, where a range with Shift starts. */
let lastPressed = 0

function SelectRow({ selection, ids, index }: { selection: TableSelection; ids: string[]; index: number }) {
  const id = ids[index] ?? ''
  if (id === '')
    return (
      <td className="select-cell">
        <span className="sr-only">Cannot be selected</span>
      </td>
    )
  return (
    <td className="select-cell">
      <Checkbox
        label={`Select ${selection.nameOf(id)}`}
        checked={selection.ids.has(id)}
        onChange={(_checked, event) => {
          const native = event.nativeEvent
          const withShift = native instanceof window.MouseEvent && native.shiftKey
          selection.onChange(pickRange(selection.ids, ids, withShift ? lastPressed : index, index))
          lastPressed = index
        }}
      />
    </td>
  )
}
