/**
 * Which files the service accepts. A service other than the reference service accepts files in the format of its own
 * exports; converted files only if that is the template format (docs/templates.md, "The import, and its review"). A
 * product behind a connector accepts its own files unchanged, with the secrets in them (docs/connectors.md).
 */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { call, download } from '#api/request/client.ts'
import { meQuery } from '#api/query/me.ts'
import type { Me } from '#contract/account.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { templateFormat } from '#contract/values/template-format.ts'
import { formatTitle } from '#flow/formats/format-titles.ts'
import { templateProblem } from '#files/file-checks.ts'
import type { ImportRow } from './rows/import-rows.ts'
import { companionName, isListEntry, isWholeFile } from './rows/source-file.ts'

/**
 * `format`: the format of the service's exports; null = unknown. `product`: name of the product behind a connector; null =
 * another service.
 */
export type ImportRule = { accepts: 'any' } | { accepts: 'own'; format: string | null; product: string | null }

const anyFormat: ImportRule = { accepts: 'any' }

/** The format of the service's exports, learnt from one export; null if it is unknown. */
async function detectFormat(signal: AbortSignal): Promise<string | null> {
  const { results } = await call(flowApi.list, { limit: 1 }, { signal })
  const [first] = results
  if (first === undefined) return null
  const { blob } = await download(flowApi.export, { id: first.id }, { signal })
  const { readFile } = await import('#files/read-files.ts')
  const read = await readFile(new File([blob], 'export.json'), { signal })
  const format = read?.ok === true && 'flows' in read ? (read.flows[0]?.format ?? null) : null
  // Another format may look like a template: only the format name in the file shows that templates are accepted.
  return format === templateFormat && !(await hasFormatName(blob)) ? null : format
}

/** Bytes at either end of a file in which the format name is searched. */
const formatNameRange = 2_000

async function hasFormatName(file: Blob): Promise<boolean> {
  const ends = await Promise.all([file.slice(0, formatNameRange).text(), file.slice(-formatNameRange).text()])
  return ends.some((text) => new RegExp(`"format"\\s*:\\s*"${templateFormat}"`).test(text))
}

const formatQuery = queryOptions<string | null>({
  queryKey: ['import rule'],
  queryFn: ({ signal }) => detectFormat(signal).catch(() => null),
  staleTime: Infinity,
})

const ruleFor = (format: string | null): ImportRule =>
  format === templateFormat ? anyFormat : { accepts: 'own', format, product: null }

/** The rule of a service that describes itself. */
const ruleOfMe = ({ product }: Me): ImportRule =>
  product === undefined ? anyFormat : { accepts: 'own', format: product.file_format, product: product.title }

/** The rule of the service; null while it is unknown. */
export function useImportRule(): ImportRule | null {
  const { data: me } = useQuery(meQuery)
  const { data: format } = useQuery({ ...formatQuery, enabled: me === null })
  if (me != null) return ruleOfMe(me)
  if (me === undefined) return anyFormat
  return format === undefined ? null : ruleFor(format)
}

/** The rule as currently known, outside of React. */
export function importRuleOf(client: QueryClient): ImportRule {
  const me = client.getQueryData(meQuery.queryKey)
  if (me === undefined) return anyFormat
  if (me !== null) return ruleOfMe(me)
  return ruleFor(client.getQueryData(formatQuery.queryKey) ?? null)
}

const withArticle = (title: string): string => `${/^(?:[aeiou]|n8n)/i.test(title) ? 'an' : 'a'} ${title}`

/** Why a product does not accept a file; null if it does. */
function productReason(product: string, format: string | null, row: ImportRow): string | null {
  const { flow, isOneOfMany } = row
  if (flow === null) return null
  if (flow.format !== format)
    return `This is ${withArticle(formatTitle(flow.format))} file. ${product} cannot import it. Open it to read it, or compare it.`
  const companion = companionName(row)
  if (companion !== null) return `${product} imports all flows of a file together.`
  return isOneOfMany && !isListEntry(row) && !isWholeFile(row)
    ? `This file has several flows, and ${product} imports one at a time. Export them one by one.`
    : null
}

/** Why the service does not accept a file; null if it does. */
export function ruleReason(rule: ImportRule | null, row: ImportRow): string | null {
  const { flow, file, source, isOneOfMany } = row
  if (rule === null) return 'Checking which files this service accepts.'
  if (flow === null) return null
  if (rule.accepts === 'any') return templateProblem(flow.template.size)
  if (rule.product !== null) return productReason(rule.product, rule.format, row)
  if (rule.format === null)
    return 'The file formats that this service accepts are unknown. Open this file without importing.'
  const isWhole = !isOneOfMany && file === source.name && /\.json$/i.test(file)
  if (flow.format !== rule.format || !isWhole)
    return `This service only accepts unchanged files in its own format (${formatTitle(rule.format)}, JSON). Open this file without importing.`
  if (flow.review.secrets.count + flow.review.renamedSecrets > 0)
    return 'This service only accepts unchanged files, and this one contains secrets, which never leave this browser. Remove them from the file first.'
  return null
}
