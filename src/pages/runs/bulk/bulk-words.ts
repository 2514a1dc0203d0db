/** Progress of a bulk action in sentences. Pure. */
import type { RunBulk } from '#contract/run-work.ts'
import { count, formatCount } from '#lib/count.ts'

export const isBulkActive = ({ status }: Pick<RunBulk, 'status'>): boolean => status === 'trial' || status === 'running'

export const bulkTitle = ({ action, total }: Pick<RunBulk, 'action' | 'total'>): string =>
  `${action === 'retry' ? 'Retry' : 'Cancel'} ${count(total, 'run')}`

function stateWords({ status, action, waiting, done, total }: RunBulk): string {
  const verb = action === 'retry' ? 'retried' : 'cancelled'
  if (status === 'trial') return `${count(done, 'run')} ${verb} first. ${formatCount(waiting)} wait for success.`
  if (status === 'held') return `Not all of the first ${formatCount(done)} succeeded.`
  if (status === 'stopped') return `Stopped. ${formatCount(done)} ${verb}.`
  if (status === 'running') return `${formatCount(done)} of ${formatCount(total)} ${verb}.`
  return `${formatCount(done)} ${verb}.`
}

/** "40 of 128 retried. 36 succeeded, 4 in progress. 2 left out." */
export function bulkWords(bulk: RunBulk): string {
  const { action, succeeded, failed, in_progress: open, skipped } = bulk
  const outcomes = [
    succeeded > 0 ? `${formatCount(succeeded)} succeeded` : '',
    failed > 0 ? `${formatCount(failed)} failed again` : '',
    open > 0 ? `${formatCount(open)} in progress` : '',
  ].filter((one) => one !== '')
  return [
    stateWords(bulk),
    ...(action === 'retry' && outcomes.length > 0 ? [`${outcomes.join(', ')}.`] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} left out.`] : []),
  ].join(' ')
}
