/** Runs that had not ended when they were read. */
import { isEnded, type RunStatus } from '#contract/values/run-status.ts'
import { inParallel } from './in-parallel.ts'

/** Unfinished runs that are asked for one by one in a refresh; more are found when the list is loaded anew. */
const maxOpenRuns = 50
/** Requests at the same time. */
const parallel = 6

interface Reread<Row> {
  statusOf: (row: Row) => RunStatus
  read: (row: Row) => Promise<Row>
}

/** The runs that had not ended, as they are now; without those that cannot be read. */
export async function rereadOpenRuns<Row>(known: Iterable<Row>, { statusOf, read }: Reread<Row>): Promise<Row[]> {
  const open = [...known].filter((row) => !isEnded(statusOf(row))).slice(0, maxOpenRuns)
  const again: Row[] = []
  await inParallel(open, parallel, async (row) => {
    const found = await read(row).catch(() => null)
    if (found !== null) again.push(found)
  })
  return again
}
