/** Filters of which the rows of a service do not say whether they match. Pure. */
import { isGiven } from '#lib/absent.ts'

/** Fields that have another name than the filter by them; searches look wherever they like. */
const fields: Readonly<Record<string, string | null>> = {
  q: null,
  search: null,
  tag: 'tags',
  label: 'labels',
  unread: 'unread_count',
  last_message_at: 'last_message',
  error_code: 'error',
  cf: 'custom_fields',
}

/** "contact__email__icontains" → "contact". */
function fieldOf(filter: string): string | null {
  const name = /^[a-z0-9]+(?:_[a-z0-9]+)*/i.exec(filter)?.[0] ?? filter
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : name
}

/** The fields, in words, by which was asked and which not every row gives. */
export function unverifiableFilters(rows: readonly object[], filters: readonly string[]): string[] {
  const asked = [...new Set(filters.map(fieldOf).filter((name) => name !== null))]
  return asked.filter((name) => rows.some((row) => !isGiven(row, name))).map((name) => name.replaceAll('_', ' '))
}
