import { Plus, Undo2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { Catalogue, Rule } from '#contract/filter.ts'
import { Button } from '#ui/button.tsx'
import { Picker } from '#ui/picker.tsx'
import type { Lookups } from './names.ts'
import { draftOf, emptyRule, finishedRules, followed, offeredFields, rulesText, type RuleDraft } from './rule-drafts.ts'
import { RuleRow } from './rule-row.tsx'
import type { WordsContext } from './rule-words.ts'

/** Rules hung on a line: all of them must hold. A rule counts as soon as it is finished. */
export function FilterBuilder({
  catalogue,
  rules,
  lookups,
  customKeys,
  context,
  wanted,
  count,
  onRules,
  onReset,
}: {
  catalogue: Catalogue
  /** Without the search. */
  rules: readonly Rule[]
  lookups: Lookups
  customKeys: readonly string[]
  context: WordsContext
  /** The index of the rule that is to be edited first. */
  wanted: number | null
  count: ReactNode
  onRules: (rules: readonly Rule[]) => void
  onReset: () => void
}) {
  const adding = useRef<HTMLButtonElement>(null)
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() => rules.map(draftOf))
  const [seen, setSeen] = useState(() => rulesText(rules))
  const [focused, setFocused] = useState<number | null>(wanted === null ? null : (drafts[wanted]?.id ?? null))
  const now = rulesText(rules)
  if (now !== seen) {
    setSeen(now)
    if (now !== rulesText(finishedRules(catalogue, drafts))) setDrafts(followed(catalogue, drafts, rules))
  }
  const offered = offeredFields(catalogue, customKeys)
  const change = (next: readonly RuleDraft[]) => {
    setDrafts(next)
    const finished = finishedRules(catalogue, next)
    if (rulesText(finished) !== rulesText(finishedRules(catalogue, drafts))) onRules(finished)
  }
  const add = (name: string | undefined) => {
    const one = offered.find((field) => field.name === name)
    if (one === undefined) return
    const draft = draftOf(emptyRule(one))
    setFocused(draft.id)
    change([...drafts, draft])
  }
  return (
    <section className="filter-builder" aria-label="Filter">
      {drafts.length > 0 && (
        <div className="rules-line">
          <span className="all-of">All of</span>
          <div className="grid min-w-0 gap-1.5 max-sm:gap-3">
            {drafts.map(({ id, rule }) => (
              <RuleRow
                key={id}
                catalogue={catalogue}
                rule={rule}
                offered={offered}
                lookups={lookups}
                context={context}
                isWanted={id === focused}
                onRule={(next) => change(drafts.map((draft) => (draft.id === id ? { id, rule: next } : draft)))}
                onRemove={() => {
                  change(drafts.filter((draft) => draft.id !== id))
                  adding.current?.focus()
                }}
              />
            ))}
          </div>
        </div>
      )}
      <div className="foot">
        <Picker
          label="Field to filter by"
          options={offered.map(({ name, label }) => ({ value: name, label }))}
          chosen={[]}
          onChosen={([name]) => add(name)}
          trigger={
            <Button ref={adding} look="quiet" icon={<Plus />}>
              Rule
            </Button>
          }
        />
        <span className="flex-1" />
        {count !== undefined && <span className="text-xs text-text-2">{count}</span>}
        {drafts.length > 0 && (
          <Button
            look="quiet"
            icon={<Undo2 />}
            onClick={() => {
              setDrafts([])
              onReset()
              adding.current?.focus()
            }}
          >
            Reset
          </Button>
        )}
      </div>
    </section>
  )
}
