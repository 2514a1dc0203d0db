/** Which columns of a list are shown: a choice that is stored in this browser. Pure. */
import type { Column } from './table.tsx'
import type { ColumnChoice } from './table-settings.ts'

export interface ListColumn<Row> extends Column<Row> {
  /** Name in the menu of columns, if the header is not a text. */
  label?: string
  /** The name of a row: always shown. */
  isFixed?: boolean
  /** Only shown if it is chosen. */
  isOptional?: boolean
  /** Width of the list in px from which the column has room. Less is enough while other columns are hidden. */
  room?: number
}

const isDefault = ({ isFixed = false, isOptional = false }: ListColumn<never>): boolean => isFixed || !isOptional

const partsOf = (choice: ColumnChoice): string[] => choice.split(',').filter((part) => /^[+-]./.test(part))

/** A column that is not in the choice has its default, so that columns of later versions appear. */
export const isChosenColumn = (column: ListColumn<never>, choice: ColumnChoice): boolean => {
  const part = column.isFixed === true ? undefined : partsOf(choice).findLast((one) => one.slice(1) === column.id)
  return part === undefined ? isDefault(column) : part.startsWith('+')
}

/** The choice with a column shown or hidden; choices about columns of other versions and services stay. */
export function withColumn(choice: ColumnChoice, column: ListColumn<never>, isShown: boolean): ColumnChoice {
  const others = partsOf(choice).filter((part) => part.slice(1) !== column.id)
  return [...others, ...(isShown === isDefault(column) ? [] : [`${isShown ? '+' : '-'}${column.id}`])].join(',')
}

export interface ColumnState<Row> {
  column: ListColumn<Row>
  isChosen: boolean
  /** The list is ordered by it: shown although it is hidden, so that the order can be seen and changed. */
  isOrdered: boolean
  hasRoom: boolean
}

export const isShownColumn = ({ isChosen, isOrdered, hasRoom }: ColumnState<never>): boolean =>
  (isChosen || isOrdered) && hasRoom

/** Width in px of a column by its class: "w-[104px]". */
const widthOf = ({ className = '' }: ListColumn<never>): number =>
  Number(/(?:^| )w-\[(\d+)px\]/.exec(className)?.[1] ?? 0)

/**
 * The state of each column.
 * @param ordering the parameter of the request: "-updated_at,name"
 * @param width width of the list in px; null = not measured yet
 */
export function columnStates<Row>(
  columns: readonly ListColumn<Row>[],
  { choice, ordering, width }: { choice: ColumnChoice; ordering: string; width: number | null },
): ColumnState<Row>[] {
  const orderedBy = ordering.split(',')[0]?.replace('-', '')
  const states = columns.map((column) => ({
    column,
    isChosen: isChosenColumn(column, choice),
    isOrdered: column.orderBy !== undefined && column.orderBy === orderedBy,
  }))
  const gained = states.reduce((sum, { column, isChosen, isOrdered }) => {
    const isShown = isChosen || isOrdered
    return isShown === isDefault(column) ? sum : sum + (isShown ? -widthOf(column) : widthOf(column))
  }, 0)
  return states.map((state) => ({
    ...state,
    hasRoom: width === null || state.column.room === undefined || width + gained >= state.column.room,
  }))
}
