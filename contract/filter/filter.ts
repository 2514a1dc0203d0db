/**
 * The grammar of filters (docs/api.md, "Filters"): `field=value`, `field__operator=value`, comma-separated values are
 * OR, parameters are AND. A catalogue of fields (catalogue.ts) drives the service's SQL, the filter builder, the URL
 * and saved views.
 */
import { isCalendarDay } from '#lib/time/calendar-day.ts'
import { field, operators, type Catalogue, type Field, type Operator } from '#contract/kernel/catalogue.ts'
import { isAllowedYear, yearMessage } from '#contract/kernel/limits.ts'

export interface Rule {
  field: Field
  /** Key of a custom field, without the prefix; null for fields of the catalogue. */
  customKey: string | null
  operator: Operator
  /** At least one of the values must match. */
  values: readonly string[]
  /** Parameter or path of the rule, for errors found later: "total_cost__gte", "filter.and.0.values". */
  place?: string
}

/** One part of a filter. All parts of a request must match. */
export type FilterPart = Rule | RuleGroup

/** A group of which all parts (`and`) or at least one (`or`) must match; without parts it matches everything. */
export interface RuleGroup {
  join: 'and' | 'or'
  parts: readonly FilterPart[]
}

export const isRule = (part: FilterPart): part is Rule => 'field' in part

export interface ParsedFilters {
  rules: Rule[]
  /** Messages by parameter name. */
  errors: Record<string, string[]>
}

/** Maximum number of values of one rule. */
export const maxFilterValues = 100
/** Maximum number of rules of one request. */
export const maxFilterRules = 50
/** Maximum length of one value. */
export const maxFilterValue = 1000

const timePattern = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const validTime = (text: string) => timePattern.test(text) && isCalendarDay(text.slice(0, 10))
/** Rejected in values: NUL and the replacement character of broken UTF-8. */
const noText = /[\0\uFFFD]/

const flagWords = new Set(['true', 'false', '1', '0'])

/** Why a value is invalid for a field, or null. */
function valueProblem(target: Field, operator: Operator, value: string): string | null {
  if (value.length > maxFilterValue) return `Use at most ${maxFilterValue} characters.`
  if (operator === 'isnull' || target.type === 'flag')
    return flagWords.has(value) ? null : `Use true or false, not "${value}".`
  switch (target.type) {
    case 'choice':
    case 'rank':
      return target.values.includes(value) ? null : `"${value}" is not one of ${target.values.join(', ')}.`
    case 'time': {
      if (!validTime(value)) return `"${value}" is not a date or time. Use 2026-11-01 or 2026-11-01T08:00:00Z.`
      return isAllowedYear(value) ? null : yearMessage
    }
    case 'money':
      return /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value)
        ? null
        : `"${value}" is not an amount. Use digits and a point: 0.25.`
    case 'whole':
      return /^-?\d{1,15}$/.test(value) ? null : `"${value}" is not a whole number. Use up to 15 digits: 12.`
    default:
      return null
  }
}

export type RuleHead = Pick<Rule, 'field' | 'operator' | 'customKey'>

/** A field with an operator; an error message if the field lacks that operator; null if the field is unknown. */
export function headOf(catalogue: Catalogue, name: string, operator: Operator): RuleHead | string | null {
  const prefix = catalogue.customPrefix === null ? null : `${catalogue.customPrefix}.`
  const customKey = prefix !== null && name.startsWith(prefix) ? name.slice(prefix.length) : null
  if (customKey === '') return null
  const found = customKey === null ? catalogue.fields.find((one) => one.name === name) : field(name, customKey, 'text')
  if (!found) return null
  if (found.operators.includes(operator)) return { field: found, operator, customKey }
  return `${found.label} has no operator "${operator}". Use ${found.operators.join(', ')}.`
}

/** Field and operator of a parameter name; an error message if the name is not a filter. */
function ruleHead(catalogue: Catalogue, name: string): RuleHead | string {
  // Longest name first: `contact__name__icontains` is the field contact__name with an operator.
  for (const operator of ['exact', ...operators] as const) {
    const suffix = `__${operator}`
    const isPlain = operator === 'exact' && !name.endsWith(suffix)
    if (!isPlain && !name.endsWith(suffix)) continue
    const head = headOf(catalogue, isPlain ? name : name.slice(0, -suffix.length), operator)
    if (head === null) continue
    // In a parameter name, "__" begins an operator, so keys of custom fields cannot contain it.
    if (typeof head === 'string' ? !name.startsWith(`${catalogue.customPrefix}.`) : !head.customKey?.includes('__'))
      return head
  }
  return `There is no filter “${name}”.`
}

/** Error messages for a rule's values. */
export function filterProblemsOf({ field: target, operator }: RuleHead, values: readonly string[]): string[] {
  const problems = values.map((value) => valueProblem(target, operator, value)).filter((problem) => problem !== null)
  if (values.length === 0) problems.push('Give a value or remove the filter.')
  if (values.length > maxFilterValues) problems.push(`Use at most ${maxFilterValues} values.`)
  return problems
}

/** Splits at commas, except for search text, where a comma is literal. */
const valuesOf = (target: Field, operator: Operator, text: string): string[] =>
  target.type === 'search' || operator === 'icontains'
    ? [text]
    : text
        .split(',')
        .map((value) => value.trim())
        .filter((value) => value !== '')

/**
 * Parses filters from query parameters. `reserved` names are not filters (limit, ordering …). Nothing is dropped
 * silently: `errors` has a message for each unknown or invalid parameter.
 */
export function parseFilters(
  catalogue: Catalogue,
  params: Iterable<[string, string]>,
  reserved: ReadonlySet<string>,
): ParsedFilters {
  const rules: Rule[] = []
  const errors: Record<string, string[]> = Object.create(null)
  for (const [name, text] of params) {
    if (reserved.has(name)) continue
    if (noText.test(name + text)) {
      errors[name] = ['This contains invalid characters.']
      continue
    }
    const head = ruleHead(catalogue, name)
    if (typeof head === 'string') {
      errors[name] = [head]
      continue
    }
    const values = valuesOf(head.field, head.operator, text)
    const problems = filterProblemsOf(head, values)
    if (problems.length > 0) errors[name] = problems
    else rules.push({ ...head, values, place: name })
  }
  if (rules.length > maxFilterRules) errors['non_field_errors'] = [`Use at most ${maxFilterRules} filters.`]
  return { rules, errors }
}

/** Parses `ordering`; an error message if it names a field that does not support ordering. */
export function parseOrdering(
  allowed: readonly string[],
  text: string,
): { name: string; descending: boolean }[] | string {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const usedNames = new Set<string>()
  const result: { name: string; descending: boolean }[] = []
  for (const part of parts) {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    if (!allowed.includes(name)) return `Cannot order by "${name}". Use ${allowed.join(', ')}.`
    if (usedNames.has(name)) return `"${name}" is given twice. Use each field once.`
    usedNames.add(name)
    result.push({ name, descending })
  }
  return result
}
