/** Filters that cannot be verified, because the rows lack the field. Pure. */
import { isReturned } from '#lib/absent.ts'

/** Fields by filter name, where the names differ; null = a search, which may cover any field. */
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

/** Field of a filter: "contact__email__icontains" → "contact". */
function fieldOf(filter: string): string | null {
  const name = /^[a-z0-9]+(?:_[a-z0-9]+)*/i.exec(filter)?.[0] ?? filter
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : name
}

/** Labels of the filtered fields that some rows lack. */
export function unverifiableFilters(rows: readonly object[], filters: readonly string[]): string[] {
  const fieldNames = [...new Set(filters.map(fieldOf).filter((name) => name !== null))]
  return fieldNames
    .filter((name) => rows.some((row) => !isReturned(row, name)))
    .map((name) => name.replaceAll('_', ' '))
}
