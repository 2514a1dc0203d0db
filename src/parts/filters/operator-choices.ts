/** Operators offered for each type of field, with their labels. Pure. */
import type { Field, FieldType, Operator } from '#contract/kernel/catalogue.ts'
import type { Rule } from '#contract/filter/filter.ts'

export interface OperatorChoice {
  key: string
  words: string
  operator: Operator
  /** Number of values. `none`: there is no input, and `fixed` is the value. */
  takes: 'one' | 'many' | 'none'
  fixed?: string
}

const one = (operator: Operator, words: string): OperatorChoice => ({ key: operator, words, operator, takes: 'one' })
const many = (operator: Operator, words: string): OperatorChoice => ({ key: operator, words, operator, takes: 'many' })
const empties: readonly OperatorChoice[] = [
  { key: 'empty', words: 'is empty', operator: 'isnull', takes: 'none', fixed: 'true' },
  { key: 'filled', words: 'is not empty', operator: 'isnull', takes: 'none', fixed: 'false' },
]

const named = [many('exact', 'is any of'), many('not', 'is none of'), ...empties]
const counted = [
  one('gte', 'at least'),
  one('lte', 'at most'),
  one('gt', 'more than'),
  one('lt', 'less than'),
  one('exact', 'is'),
  ...empties,
]

/** Operators by field type; the first one is the default of a new rule. */
const choices: Record<FieldType, readonly OperatorChoice[]> = {
  choice: named,
  ref: named,
  list: [many('exact', 'has any of'), many('not', 'has none of'), ...empties],
  rank: [
    one('gte', 'at least'),
    one('lte', 'at most'),
    one('gt', 'above'),
    one('lt', 'below'),
    many('exact', 'is any of'),
    many('not', 'is none of'),
  ],
  text: [one('icontains', 'contains'), many('exact', 'is any of'), many('not', 'is none of'), ...empties],
  flag: [one('exact', 'is')],
  time: [
    one('gte', 'from'),
    one('lt', 'before'),
    one('gt', 'after'),
    one('lte', 'until'),
    one('exact', 'on'),
    ...empties,
  ],
  money: counted,
  whole: counted,
  search: [one('exact', 'is')],
}

/** The operators that a field supports, in the order of the menu. */
export const operatorChoices = (field: Field): readonly OperatorChoice[] =>
  choices[field.type].filter((choice) => field.operators.includes(choice.operator))

const plain = one('exact', 'is')

/** The default operator of a field. */
export const firstChoice = (field: Field): OperatorChoice => operatorChoices(field)[0] ?? plain

/** The operator choice of a rule; `in` is the same as `exact` with several values. */
export function operatorChoiceOf({ field, operator, values }: Rule): OperatorChoice {
  const wanted = operator === 'in' ? 'exact' : operator
  const fits = operatorChoices(field).filter((choice) => choice.operator === wanted)
  const isFalse = values[0] === 'false' || values[0] === '0'
  return fits.find((choice) => choice.takes !== 'none' || (choice.fixed === 'false') === isFalse) ?? plain
}

/** The rule with another operator; values that still fit are kept. */
export function withChoice(rule: Rule, choice: OperatorChoice): Rule {
  const before = operatorChoiceOf(rule)
  const kept = before.takes === 'none' ? [] : choice.takes === 'one' ? rule.values.slice(0, 1) : rule.values
  return { ...rule, operator: choice.operator, values: choice.fixed === undefined ? kept : [choice.fixed] }
}
