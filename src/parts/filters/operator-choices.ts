/** Operators offered for each type of field, with their labels. Pure. */
import type { Field, FieldType, Operator } from '#contract/kernel/catalogue.ts'
import type { Rule } from '#contract/filter/filter.ts'

export interface OperatorChoice {
  key: string
  words: string
  operator: Operator
  /** Number of values. `none`: there is no input, and `fixedValue` is the value. */
  valueCount: 'one' | 'many' | 'none'
  fixedValue?: string
}

const oneValue = (operator: Operator, words: string): OperatorChoice => ({
  key: operator,
  words,
  operator,
  valueCount: 'one',
})
const manyValues = (operator: Operator, words: string): OperatorChoice => ({
  key: operator,
  words,
  operator,
  valueCount: 'many',
})
const emptyChoices: readonly OperatorChoice[] = [
  { key: 'empty', words: 'is empty', operator: 'isnull', valueCount: 'none', fixedValue: 'true' },
  { key: 'filled', words: 'is not empty', operator: 'isnull', valueCount: 'none', fixedValue: 'false' },
]

const setChoices = [manyValues('exact', 'is any of'), manyValues('not', 'is none of'), ...emptyChoices]
const numberChoices = [
  oneValue('gte', 'at least'),
  oneValue('lte', 'at most'),
  oneValue('gt', 'more than'),
  oneValue('lt', 'less than'),
  oneValue('exact', 'is'),
  ...emptyChoices,
]

/** Operators by field type; the first one is the default of a new rule. */
const choices: Record<FieldType, readonly OperatorChoice[]> = {
  choice: setChoices,
  ref: setChoices,
  list: [manyValues('exact', 'has any of'), manyValues('not', 'has none of'), ...emptyChoices],
  rank: [
    oneValue('gte', 'at least'),
    oneValue('lte', 'at most'),
    oneValue('gt', 'above'),
    oneValue('lt', 'below'),
    manyValues('exact', 'is any of'),
    manyValues('not', 'is none of'),
  ],
  text: [
    oneValue('icontains', 'contains'),
    manyValues('exact', 'is any of'),
    manyValues('not', 'is none of'),
    ...emptyChoices,
  ],
  flag: [oneValue('exact', 'is')],
  time: [
    oneValue('gte', 'from'),
    oneValue('lt', 'before'),
    oneValue('gt', 'after'),
    oneValue('lte', 'until'),
    oneValue('exact', 'on'),
    ...emptyChoices,
  ],
  money: numberChoices,
  whole: numberChoices,
  search: [oneValue('exact', 'is')],
}

/** The operators that a field supports, in the order of the menu. */
export const operatorChoices = (field: Field): readonly OperatorChoice[] =>
  choices[field.type].filter((choice) => field.operators.includes(choice.operator))

const fallbackChoice = oneValue('exact', 'is')

/** The default operator of a field. */
export const firstChoice = (field: Field): OperatorChoice => operatorChoices(field)[0] ?? fallbackChoice

/** The operator choice of a rule; `in` is the same as `exact` with several values. */
export function operatorChoiceOf({ field, operator, values }: Rule): OperatorChoice {
  const normalizedOperator = operator === 'in' ? 'exact' : operator
  const candidates = operatorChoices(field).filter((choice) => choice.operator === normalizedOperator)
  const isFalse = values[0] === 'false' || values[0] === '0'
  return (
    candidates.find((choice) => choice.valueCount !== 'none' || (choice.fixedValue === 'false') === isFalse) ??
    fallbackChoice
  )
}

/** The rule with another operator; values that still fit are kept. */
export function withChoice(rule: Rule, choice: OperatorChoice): Rule {
  const before = operatorChoiceOf(rule)
  const fittingValues =
    before.valueCount === 'none' ? [] : choice.valueCount === 'one' ? rule.values.slice(0, 1) : rule.values
  return {
    ...rule,
    operator: choice.operator,
    values: choice.fixedValue === undefined ? fittingValues : [choice.fixedValue],
  }
}
