import { ListFilter, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import type { Catalogue } from '#contract/filter.ts'
import { useZone } from '#parts/zone.ts'
import { Button } from '#ui/button.tsx'
import { EmptyFilter } from '#ui/empty-state.tsx'
import { useLoadLater } from '#ui/load-later.ts'
import { useNow } from '#ui/now.ts'
import { FilterChip, RefusedFilters } from './filter-chips.tsx'
import './filters.css'
import { useRuleNames, type Lookups } from './names.ts'
import { chipsOf, countWords, type RuleChip, type WordsContext } from './rule-words.ts'
import { noFilters, searchOf, withSearch, type Filters } from './rules.ts'

const loadBuilder = async () => ({ default: (await import('./filter-builder.tsx')).FilterBuilder })
const FilterBuilder = lazy(loadBuilder)

interface Shared {
  catalogue: Catalogue
  /** From `readRules`. */
  filters: Filters
  /** Gets what `writeRules` puts into the URL. */
  onFilters: (filters: Filters) => void
  /** `lookups` of lookups.ts, with those of the page beside them. */
  lookups: Lookups
  /** ISO 4217, for amounts in words. */
  currency?: string | null
}

function useContext({ filters, lookups, currency = null }: Shared): WordsContext {
  const now = useNow()
  const zone = useZone()
  const nameOf = useRuleNames(filters.rules, lookups)
  return { now, zone, currency, nameOf }
}

const without = (filters: Filters, chip: RuleChip): Filters => ({
  ...filters,
  rules: filters.rules.filter((rule) => !chip.rules.includes(rule)),
})

/**
 * Chips, the button "Filter" and the builder, for any catalogue:
 *
 *     const own = ['conversation']   // parameters of the page that are no filters
 *     const filters = readRules(conversationFields, query, own)
 *     const rows = useQuery(q(conversation.list, { filters: filterParams(filters.rules), tz: zone }))
 *     <FilterBar catalogue={conversationFields} filters={filters} lookups={lookups} customKeys={keys}
 *       onFilters={(next) => setQuery(writeRules(next, writeView(view)))} count="31 of 48,220 conversations" />
 *
 * `lead` stands before the chips, `children` at the end of the line. The text of the full-text search is a rule too, but the
 * page shows it in a field of its own: `searchOf` and `withSearch` of rules.ts.
 */
export function FilterBar({
  customKeys,
  count,
  lead,
  children,
  ...shared
}: Shared & {
  /** `cf.<key>` of a catalogue with custom fields: from `GET /conversation/fields/`. */
  customKeys: readonly string[]
  /** How many rows there are, in words, at the foot of the builder. */
  count?: ReactNode
  lead?: ReactNode
  children?: ReactNode
}) {
  const { catalogue, filters, onFilters, lookups } = shared
  const context = useContext(shared)
  useLoadLater(loadBuilder)
  const button = useRef<HTMLButtonElement>(null)
  /** The open builder, and which rule is to be edited first. */
  const [builder, setBuilder] = useState<{ wanted: number | null } | null>(null)
  const search = filters.rules.filter((rule) => rule.field.type === 'search')
  const rules = filters.rules.filter((rule) => rule.field.type !== 'search')
  const chips = chipsOf(rules, context)
  const isOpen = builder !== null
  const label = rules.length > 0 && isOpen ? `Filter · ${rules.length}` : 'Filter'
  return (
    <>
      <div className="bar filter-bar" role="search" aria-label="Filters">
        {lead}
        {!isOpen &&
          chips.map((chip) => (
            <FilterChip
              key={chip.key}
              chip={chip}
              onEdit={() => setBuilder({ wanted: rules.findIndex((rule) => chip.rules.includes(rule)) })}
              onRemove={() => {
                onFilters(without(filters, chip))
                button.current?.focus()
              }}
            />
          ))}
        <Button
          ref={button}
          icon={isOpen ? <ListFilter /> : <Plus />}
          aria-expanded={isOpen}
          aria-pressed={isOpen}
          onClick={() => setBuilder(isOpen ? null : { wanted: null })}
        >
          {label}
        </Button>
        {!isOpen && rules.length > 1 && (
          <Button look="quiet" onClick={() => onFilters({ rules: search, refused: [] })}>
            Reset
          </Button>
        )}
        {children !== undefined && <span className="ml-auto flex min-w-0 items-center gap-2">{children}</span>}
      </div>
      <RefusedFilters
        refused={filters.refused}
        onRemove={(one) => {
          onFilters({ ...filters, refused: filters.refused.filter((other) => other !== one) })
          button.current?.focus()
        }}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterBuilder
            catalogue={catalogue}
            rules={rules}
            lookups={lookups}
            customKeys={customKeys}
            context={context}
            wanted={builder.wanted}
            count={count}
            onRules={(next) => onFilters({ ...filters, rules: [...next, ...search] })}
            onReset={() => onFilters({ rules: search, refused: [] })}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * What a list shows where its filters let nothing through: "No conversation matches these 4 filters", the filters, Reset.
 * `noun` is one row: "conversation".
 */
export function RulesEmpty({ noun, ...shared }: Shared & { noun: string }) {
  const { catalogue, filters, onFilters } = shared
  const chips = chipsOf(filters.rules, useContext(shared))
  const text = searchOf(filters.rules)
  const asked = [...(text === '' ? [] : [`“${text}”`]), ...(chips.length > 0 ? [countWords(chips.length)] : [])].join(
    ' and ',
  )
  return (
    <EmptyFilter words={`No ${noun} matches ${asked}.`}>
      {chips.map((chip) => (
        <FilterChip key={chip.key} chip={chip} onRemove={() => onFilters(without(filters, chip))} />
      ))}
      {text !== '' && chips.length > 0 && (
        <Button onClick={() => onFilters(withSearch(catalogue, filters, ''))}>Do not search</Button>
      )}
      <Button onClick={() => onFilters(noFilters)}>Reset</Button>
    </EmptyFilter>
  )
}
