/** Rows of an outline in the form that is sent to the page. */
import type { NodeProblem } from '#flow/health/findings.ts'

/** Content of a row. */
export interface RowFacts {
  words: string
  /** The id of the node that the row shows or refers to; null if it has none. */
  id: string | null
  /** The index of the first node with this id. */
  place: number | null
  /** For a row that shows a node; null for all others. */
  node: { type: string; disabled: boolean; problem: NodeProblem | null } | null
}

/** Rows whose content is sent at once: several screens, and still sent within a millisecond. */
export const rowsAPage = 128
