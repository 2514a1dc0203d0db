/**
 * Runs the service from source for crash tests, with a short timeout for dead processes. BENCH_FAULT plants one of two
 * faults in the engine, which the test must find.
 */
import { readConfig } from '#server/base/config.ts'
import { startService } from '#server/boot/start-service.ts'
import { commitStep, type CommitStep } from '#server/store/engine/engine-commit.ts'

/** Timeout in ms of a process without heartbeats: below the usual ten seconds, to shorten a test with many kills. */
const silentMs = 2000
/** Pause between the two statements of the broken engine, as on a busy database; under load most kills hit it. */
const gapMs = 50

/** Books in a second statement: a kill between the two leaves a step without a ledger row. */
const commitThenBook: CommitStep = async (db, commit) => {
  const done = await commitStep(db, { ...commit, bookings: [] })
  if (done.fenced || commit.bookings.length === 0) return done
  await new Promise((go) => void setTimeout(go, gapMs))
  for (const { key, micros, note } of commit.bookings)
    await db.query(
      `with l as (insert into ledger (account_id, kind, micros, run_id, key, note, at) values ($1, 'run', $2, $3, $4, $5, $6) returning 1)
       insert into ledger_day (account_id, day, kind, micros) select $1, ($6::timestamptz at time zone 'UTC')::date, 'run', $2 from l
       on conflict (account_id, day, kind, sample) do update set micros = ledger_day.micros + excluded.micros`,
      [commit.account, micros, commit.run, key, note, commit.at],
    )
  return done
}

/** Uses the current lease of the run, so that a process that resumes late overwrites the work of the new owner. */
const commitUnfenced: CommitStep = async (db, commit) => {
  const { rows } = await db.query<{ lease: number }>('select lease from run where account_id = $1 and id = $2', [
    commit.account,
    commit.run,
  ])
  return commitStep(db, { ...commit, lease: rows[0]?.lease ?? commit.lease })
}

const faults: Readonly<Record<string, CommitStep>> = { ledger: commitThenBook, fence: commitUnfenced }

const { BENCH_FAULT: fault, ...environment } = process.env
await startService(readConfig(environment), [], { silentMs, commit: faults[fault ?? ''] ?? commitStep })
