import { CircleX, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Rule } from '#contract/filter/filter.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select-field.tsx'
import type { Lookups } from './lookup-names.ts'
import { operatorChoiceOf, operatorChoices, withChoice } from './operator-choices.ts'
import { emptyRule, type OfferedField, type RuleProblem } from './rule-drafts.ts'
import { RuleValue } from './rule-value.tsx'
import type { WordsContext } from './rule-words.ts'

/** One rule of the builder: field, operator, value. */
export function RuleRow({
  problem: problemOf,
  rule,
  offered,
  lookups,
  context,
  takesFocus,
  onRule,
  onRemove,
}: {
  problem: RuleProblem
  rule: Rule
  offered: readonly OfferedField[]
  lookups: Lookups
  context: WordsContext
  /** The input for the value gets the focus when the rule appears. */
  takesFocus: boolean
  onRule: (rule: Rule) => void
  onRemove: () => void
}) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) row.current?.querySelector<HTMLElement>('[data-value]')?.focus()
  }, [takesFocus])
  const { field } = rule
  const choice = operatorChoiceOf(rule)
  const problem = rule.values.length === 0 ? null : problemOf(rule)
  const isKnown = offered.some((one) => one.name === field.name)
  const fields = offered.map(({ name, label }) => ({ value: name, label }))
  return (
    <div ref={row} role="group" aria-label={`Rule about ${field.label}`} className="rule">
      <Select
        aria-label="Field"
        className="sm"
        value={field.name}
        options={isKnown ? fields : [...fields, { value: field.name, label: `Field: ${field.label}` }]}
        onValue={(name) => {
          const next = offered.find((one) => one.name === name)
          if (next) onRule(emptyRule(next))
        }}
      />
      <Select
        aria-label="Operator"
        className="sm"
        value={choice.key}
        options={operatorChoices(field).map(({ key, words }) => ({ value: key, label: words }))}
        onValue={(key) => {
          const next = operatorChoices(field).find((one) => one.key === key)
          if (next) onRule(withChoice(rule, next))
        }}
      />
      <div className="value">
        <RuleValue
          // Another field or number of values gets a new control, so that typed text is discarded.
          key={`${field.name} ${choice.valueCount}`}
          rule={rule}
          context={context}
          lookup={lookups[field.name]}
          onValues={(values) => onRule({ ...rule, values })}
        />
        {problem !== null && (
          <p className="field-error mt-1" role="status">
            <CircleX className="xs" />
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )}
      </div>
      <IconButton label={`Remove the rule about ${field.label}`} icon={<X />} onClick={onRemove} />
    </div>
  )
}
