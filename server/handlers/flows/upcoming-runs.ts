/** Handler of the next times of schedules. */
import { defaultLimit } from '#contract/kernel/page.ts'
import { maxUpcoming, upcomingRuns } from '#contract/runs/upcoming-runs.ts'
import { nextCronTime } from '#server/engine/start/crontab.ts'
import { handler } from '#server/protocol/handler.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { schedulesBefore, usualScheduledRuns } from '#server/store/flows/upcoming-runs.ts'

const periodMs = 86_400_000

export const upcomingRunsHandler = handler(upcomingRuns.upcoming, async ({ scope, services }, { query }) => {
  const now = services.now()
  const to = new Date(now.getTime() + periodMs)
  const watched = await schedulesBefore(scope, to, maxUpcoming)
  const found = watched
    // A time that has just passed is watched until its run is found.
    .map(({ cron, zone, dueAt, ...one }) => ({ ...one, at: dueAt > now ? dueAt : nextCronTime(cron, zone, now) }))
    .filter(({ at }) => at < to)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const shown = found.slice(0, query.limit ?? defaultLimit)
  const usual = await usualScheduledRuns(scope, [...new Set(shown.map((one) => one.flow.id))], now)
  return {
    body: {
      currency: await accountCurrency(scope),
      from: now.toISOString(),
      to: to.toISOString(),
      count: found.length,
      runs: shown.map((one) => ({
        flow: one.flow,
        node_id: one.nodeId,
        at: one.at.toISOString(),
        usual: usual.get(one.flow.id) ?? null,
      })),
    },
  }
})
