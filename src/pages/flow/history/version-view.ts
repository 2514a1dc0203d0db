/** The chosen version, and the one that it is compared with, in the URL. Invalid values are ignored. Pure. */
import { maxVersion } from '#contract/kernel/limits.ts'
import { withCompareView } from '#parts/compare/compare-view.ts'

export interface VersionView {
  /** Numbers of versions; null = not chosen. */
  version: number | null
  with: number | null
  /** Whether a narrow window shows the comparison instead of the list. */
  isComparing: boolean
}

function numberOf(text: string | null): number | null {
  const number = text !== null && /^\d{1,10}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= maxVersion ? number : null
}

export const readVersionView = (query: URLSearchParams): VersionView => ({
  version: numberOf(query.get('version')),
  with: numberOf(query.get('with')),
  isComparing: query.has('compare'),
})

/** The URL's query with another choice. The position among the differences is that of the previous comparison. */
export function withVersionView(query: URLSearchParams, change: Partial<VersionView>): URLSearchParams {
  const view = { ...readVersionView(query), ...change }
  const next = withCompareView(query, { at: null, node: null })
  const parameters = {
    version: view.version === null ? null : String(view.version),
    with: view.with === null ? null : String(view.with),
    compare: view.isComparing ? '' : null,
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
