/** Progress of a sample workspace that is being added. It is stored, so that every process knows it. */
import type { SampleProgress, SampleStage } from '#contract/sample.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'

export interface SampleSizes {
  flows: number
  conversations: number
  runs: number
}

export interface UnfinishedSample extends SampleSizes {
  account: string
  startedAt: Date
  stage: SampleStage
  done: number
}

const fields = `account_id as account, started_at as "startedAt", flows, conversations, runs, stage, done`

export async function unfinishedSample(db: Queryable, account: string): Promise<UnfinishedSample | null> {
  const { rows } = await db.query<UnfinishedSample>(`select ${fields} from sample_progress where account_id = $1`, [
    account,
  ])
  return rows[0] ?? null
}

/** Of all accounts. */
export async function unfinishedSamples(db: Queryable): Promise<UnfinishedSample[]> {
  const { rows } = await db.query<UnfinishedSample>(`select ${fields} from sample_progress order by account_id`)
  return rows
}

export async function startProgress(db: Queryable, account: string, sizes: SampleSizes, now: Date): Promise<void> {
  await db.query(
    'insert into sample_progress (account_id, started_at, flows, conversations, runs) values ($1, $2, $3, $4, $5)',
    [account, now, sizes.flows, sizes.conversations, sizes.runs],
  )
}

export async function saveProgress(db: Queryable, account: string, stage: SampleStage, done: number): Promise<void> {
  await db.query('update sample_progress set stage = $2, done = $3 where account_id = $1', [account, stage, done])
}

export async function endProgress(db: Queryable, account: string): Promise<void> {
  await db.query('delete from sample_progress where account_id = $1', [account])
}

/** Percent of the work that is done before each stage, measured with the default sizes. */
const percentBefore: Record<SampleStage, number> = { conversations: 0, runs: 20, totals: 85 }
const percentAfter: Record<SampleStage, number> = { conversations: 20, runs: 85, totals: 100 }

export function progressOf({ stage, done, conversations, runs }: UnfinishedSample): SampleProgress {
  const total = stage === 'conversations' ? conversations : stage === 'runs' ? runs : 0
  const [before, after] = [percentBefore[stage], percentAfter[stage]]
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return { stage, done, total, percent: Math.floor(before + share * (after - before)) }
}
