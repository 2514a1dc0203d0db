/**
 * Runs the service from source for the incidents bench, with short intervals. BENCH_FAULT plants one of two faults in
 * the delivery of messages, which the bench must find.
 */
import { readConfig } from '#server/base/config.ts'
import { startService } from '#server/boot/start-service.ts'
import type { AlertSender } from '#server/engine/incidents/alert-sender.ts'

/** Timeout in ms of a process without heartbeats: below the usual ten seconds, to shorten a test with many kills. */
const silentMs = 2_000
/** Delay in ms of a message that was recorded as sent too early; most kills hit it. */
const lateMs = 1_000
const { BENCH_FAULT: fault, BENCH_WATCH_MS: watchMs = '15000', ...environment } = process.env

/** Records messages as sent before they are sent: a kill loses them. */
const recordFirst = (sender: AlertSender): AlertSender => ({
  ...sender,
  send: async (...message) => void setTimeout(() => void sender.send(...message).catch(() => {}), lateMs),
})

/** Gives each attempt another id, so that a repetition is a second message. */
const withOtherIds = (sender: AlertSender): AlertSender => ({
  ...sender,
  send: (to, message, now) =>
    sender.send(to, { ...message, id: `${message.id}#${process.pid}-${performance.now()}` }, now),
})

const faults: Readonly<Record<string, (sender: AlertSender) => AlertSender>> = {
  record: recordFirst,
  ids: withOtherIds,
}

await startService(readConfig(environment), [], {
  silentMs,
  watchMs: Number(watchMs),
  wrapSender: faults[fault ?? ''] ?? ((sender) => sender),
})
