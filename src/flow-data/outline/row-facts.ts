/** The rows of an outline as they go to the page. */
import type { NodeProblem } from '#flow/health/node-problems.ts'

/** What stands in a row. */
export interface RowFacts {
  words: string
  /** The id of the node that the row shows or refers to; null where it has none. */
  id: string | null
  /** The place of the first node with this id. */
  place: number | null
  /** Of a row that shows a node; null of all others. */
  node: { type: string; disabled: boolean; problem: NodeProblem | null } | null
}

/** Rows whose words come at once: some screens of them, and yet sent within a millisecond. */
export const rowsAPage = 128
