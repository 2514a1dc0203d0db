import { ListFilter, Plus } from 'lucide-react'
import { Suspense, useRef, useState, type ComponentProps, type ComponentPropsWithRef, type ReactNode } from 'react'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { useZone } from '#parts/display/zone.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { useFocusFallback } from '#ui/browser/use-focus-fallback.ts'
import { useNow } from '#ui/browser/now.ts'
import { RefusedFilters } from '#parts/lists/refused-filters.tsx'
import type { RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { FilterChip } from './filter-chips.tsx'
import './filters.css'
import { useRuleNames, type Lookups } from './lookup-names.ts'
import type { CountOf } from './facet-counts.ts'
import { treeOf, withoutChip, withTree, type GroupLimits } from './filter-tree.ts'
import { rulesWithin } from './group-parts.ts'
import { chipsOf, countWords, groupChips, joinWords, type WordsContext } from './rule-words.ts'
import { noFilters, searchOf, withSearch, type Filters } from './rules.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const FilterBuilder = lazyPart(async () => (await import('./filter-builder.tsx')).FilterBuilder)

/** The rule or group to edit, by index; null = none. */
type FocusTarget = ComponentProps<typeof FilterBuilder>['focusTarget']

interface SharedFilterProps {
  catalogue: Catalogue
  /** The filters, as read by `readRules`. */
  filters: Filters
  /** Called with changed filters, for `writeRules`. */
  onFilters: (filters: Filters) => void
  /** `lookups` of `lookups.ts`, extended by the page. */
  lookups: Lookups
  /** ISO 4217 code, for the display of amounts. */
  currency?: string | null
}

function useContext({ filters, lookups, currency = null }: SharedFilterProps): WordsContext {
  const now = useNow()
  const zone = useZone()
  const nameOf = useRuleNames([...filters.rules, ...rulesWithin(filters.group)], lookups)
  return { now, zone, currency, nameOf }
}

/** The chips of the bar: one per rule, one per group. */
function chipsOfFilters(filters: Filters, context: WordsContext) {
  const tree = treeOf(filters)
  return { tree, chips: [...chipsOf(tree.rules, context), ...groupChips(tree.groups, context)] }
}

/**
 * Button that opens and closes the builder. `hasCount`: it shows the number of rules at any width, since their chips
 * are hidden; on phones it always does.
 */
const FilterButton = ({
  isOpen,
  hasCount,
  rules,
  ...button
}: { isOpen: boolean; hasCount: boolean; rules: number } & Pick<
  ComponentPropsWithRef<'button'>,
  'ref' | 'onClick'
>) => (
  <Button
    {...button}
    icon={
      <>
        <ListFilter className={isOpen ? '' : 'sm:hidden'} />
        {!isOpen && <Plus className="max-sm:hidden" />}
      </>
    }
    className={rules > 0 ? 'is-filtered' : ''}
    aria-expanded={isOpen}
    aria-pressed={isOpen}
  >
    <span className="max-sm:sr-only">Filter</span>
    {rules > 0 && (
      <span className={hasCount ? '' : 'sm:hidden'}>
        <span className="max-sm:sr-only">· </span>
        {rules}
      </span>
    )}
  </Button>
)

/**
 * Filter chips, the button "Filter" and the builder, for any catalogue:
 *
 *     const own = ['conversation']   // parameters of the page that are not filters
 *     const filters = readRules(conversationFields, query, own)
 *     const rows = useQuery(q(conversation.list, { filters: filterParams(filters.rules), tz: zone }))
 *     <FilterBar catalogue={conversationFields} filters={filters} lookups={lookups} customKeys={keys}
 *       onFilters={(next) => setQuery(writeRules(next, writeView(view)))} count="31 of 48,220 conversations" />
 *
 * `lead` is rendered before the chips, `children` at the end of the line. On phones the button replaces the chips and
 * shows the number of rules. The full-text search is also a rule, but the page shows it in a separate field:
 * `searchOf` and `withSearch` of rules.ts.
 */
export function FilterBar({
  customKeys,
  groups = null,
  counts = null,
  count,
  hidesChips = false,
  ignoredParameters,
  lead,
  reset,
  children,
  onBuilding,
  ...shared
}: SharedFilterProps & {
  /** Keys of custom fields, from `GET /conversation/fields/`; each is filtered as `cf.<key>`. */
  customKeys: readonly string[]
  /** The service's limits for groups; null = it does not support groups. */
  groups?: GroupLimits | null
  /** Number of rows by value, shown beside the options. */
  counts?: CountOf | null
  /** The number of rows, on the button that closes the builder: "31 conversations". */
  count?: string | undefined
  /** The title of the page says already what the filter is. */
  hidesChips?: boolean
  /** Other parameters of the URL that are ignored: listed with the invalid filters, and removed by the next change. */
  ignoredParameters: readonly RefusedFilter[]
  lead?: ReactNode
  /** Shown in place of the button that removes all filters. */
  reset?: ReactNode
  children?: ReactNode
  /** Called when the builder opens or closes. */
  onBuilding?: (isOpen: boolean) => void
}) {
  const { catalogue, filters, onFilters, lookups } = shared
  const context = { ...useContext(shared), countOf: counts ?? undefined }
  const button = useRef<HTMLButtonElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useFocusFallback(bar, () => bar.current?.querySelector<HTMLElement>('[data-next-focus]') ?? button.current)
  /** The rule or group to edit first; null = the builder is closed. */
  const [builder, setBuilder] = useState<{ focusTarget: FocusTarget } | null>(null)
  const { tree, chips } = chipsOfFilters(filters, context)
  const total = tree.rules.length + tree.groups.length
  const rules = tree.rules.length + tree.groups.reduce((sum, group) => sum + rulesWithin(group).length, 0)
  const isOpen = builder !== null
  const hasChips = !isOpen && !hidesChips
  const openBuilder = (focusTarget: FocusTarget | undefined) => {
    setBuilder(focusTarget === undefined ? null : { focusTarget })
    onBuilding?.(focusTarget !== undefined)
  }
  const clear = () => onFilters({ rules: filters.rules.filter((rule) => rule.field.type === 'search'), refused: [] })
  return (
    <>
      <div ref={bar} className="bar filter-bar" role="search" aria-label="Filters">
        {lead}
        {hasChips && tree.join === 'or' && chips.length > 1 && (
          <span className="flex-none text-xs font-medium text-text-2 max-sm:hidden">{joinWords.or}</span>
        )}
        {hasChips &&
          chips.map((chip) => (
            <FilterChip
              key={chip.key}
              chip={chip}
              className="max-sm:hidden"
              onEdit={() =>
                openBuilder(
                  chip.group
                    ? { is: 'group', index: tree.groups.indexOf(chip.group) }
                    : { is: 'rule', index: tree.rules.findIndex((rule) => chip.rules.includes(rule)) },
                )
              }
              onRemove={() => {
                onFilters(withoutChip(filters, chip))
                button.current?.focus()
              }}
            />
          ))}
        <FilterButton
          ref={button}
          isOpen={isOpen}
          hasCount={!hasChips}
          rules={rules}
          onClick={() => openBuilder(isOpen ? undefined : null)}
        />
        {reset ??
          (hasChips && total > 1 && (
            <Button variant="quiet" className="max-sm:hidden" onClick={clear}>
              Clear filters
            </Button>
          ))}
        {children !== undefined && <span className="ml-auto flex min-w-0 items-center gap-2">{children}</span>}
      </div>
      <RefusedFilters
        refused={[...ignoredParameters, ...filters.refused]}
        onRemove={(others) => {
          onFilters({ ...filters, refused: others })
          button.current?.focus()
        }}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterBuilder
            catalogue={catalogue}
            tree={tree}
            limits={groups}
            lookups={lookups}
            customKeys={customKeys}
            context={context}
            focusTarget={builder.focusTarget}
            count={count}
            onTree={(next) => onFilters(withTree(filters, next))}
            onReset={clear}
            onClose={() => {
              openBuilder(undefined)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * Empty state of a filtered list: "No conversation matches these 4 filters", with buttons that remove filters. `noun`
 * is what a row is called: "conversation".
 */
export function FilterEmptyState({ noun, ...shared }: SharedFilterProps & { noun: string }) {
  const { catalogue, filters, onFilters } = shared
  const { chips } = chipsOfFilters(filters, useContext(shared))
  const text = searchOf(filters.rules)
  const filterText = [
    ...(text === '' ? [] : [`“${text}”`]),
    ...(chips.length > 0 ? [countWords(chips.length)] : []),
  ].join(' and ')
  return (
    <EmptyFilter words={`No ${noun} matches ${filterText}.`}>
      {chips.map((chip) => (
        <FilterChip key={chip.key} chip={chip} onRemove={() => onFilters(withoutChip(filters, chip))} />
      ))}
      {text !== '' && chips.length > 0 && (
        <Button onClick={() => onFilters(withSearch(catalogue, filters, ''))}>Clear search</Button>
      )}
      <Button onClick={() => onFilters(noFilters)}>Clear all</Button>
    </EmptyFilter>
  )
}
