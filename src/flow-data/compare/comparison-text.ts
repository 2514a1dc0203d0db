/** A difference as plain text: a sign before each line, as in a unified diff. Pure. */
import { count } from '#lib/count.ts'
import type { ChangeKind, ChangeLine } from './change-lines.ts'
import { valueText } from './change-words.ts'
import type { Comparison } from './comparison.ts'

/** Names of the two flows, with version or file. */
export interface TextNames {
  before: string
  after: string
}

const signs: Record<ChangeKind, string> = { added: '+', removed: '-', changed: '~', moved: '>', same: '=' }

/** Maximum length of a value in the text: enough for a prompt, not for an embedded image. */
const maxValue = 5_000

const fieldLines = (path: string, value: unknown, sign: string): string[] =>
  value === undefined
    ? []
    : `${path}: ${valueText(value, maxValue)}`
        .split('\n')
        .map((part, index) => `    ${sign} ${index === 0 ? '' : '  '}${part}`)

const lineText = ({ kind, title, type, description, fields }: ChangeLine): string =>
  [
    `${signs[kind]} ${title}${type === null ? '' : ` (${type})`}: ${description}`,
    ...fields.flatMap(({ path, before, after }) => [...fieldLines(path, before, '-'), ...fieldLines(path, after, '+')]),
  ].join('\n')

/** "1 added, 2 removed, 3 changed, 1 moved only, 7 nodes unchanged. Edges: 2 added, 1 removed." */
function countText({ counts, edges }: Comparison['summary']): string {
  const { added, removed, changed, moved, same } = counts
  const all = `${added} added, ${removed} removed, ${changed} changed, ${moved} moved only, ${count(same, 'node')} unchanged.`
  const edgeCounts = Object.entries(edges).flatMap(([what, number]) => (number === 0 ? [] : `${number} ${what}`))
  return edgeCounts.length === 0 ? all : `${all} Edges: ${edgeCounts.join(', ')}.`
}

export const comparisonText = (
  { summary }: Comparison,
  lines: readonly ChangeLine[],
  { before, after }: TextNames,
): string => [`--- ${before}`, `+++ ${after}`, countText(summary), '', ...lines.map(lineText), ''].join('\n')
