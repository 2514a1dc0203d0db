import { ChevronDown, ChevronRight, RotateCw } from 'lucide-react'
import { Link, type To } from 'react-router'
import { useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { channel as channelApi, queryHeader, type Delivery } from '#contract/channel.ts'
import { RunStatus as RunStatusValue } from '#contract/values/run-status.ts'
import { formatSize } from '#lib/formatters.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { CopyableId } from '#parts/display/copyable-id.tsx'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { runPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Badge } from '#ui/feedback/tag.tsx'
import { CopyBlock } from '#pages/channels/copy-block.tsx'
import { deliveryStyle, missingBytes, readableBody, verdictStyle } from './delivery-words.ts'

function Verdict({ delivery }: { delivery: Delivery }) {
  const { word, icon: Icon, tone } = deliveryStyle(delivery)
  return (
    <Badge tone={tone} icon={<Icon />} boxed={false}>
      {word}
    </Badge>
  )
}

function RunLink({ run }: { run: NonNullable<Delivery['run']> }) {
  const status = RunStatusValue.safeParse(run.status)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Link className="link" to={runPath(run.id)}>
        Open the run
      </Link>
      {status.success && <RunStatusBadge status={status.data} />}
    </span>
  )
}

/** Replays a delivery, and shows the result. */
function Replay({ channel, delivery }: { channel: string; delivery: Delivery }) {
  const reason = useWriteReason()
  const replay = useApiMutation(channelApi.replay)
  const newDelivery = replay.data
  const hasNoRun = newDelivery !== undefined && (newDelivery.run === null || newDelivery.run.status === 'blocked')
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        icon={<RotateCw />}
        reason={
          reason ?? (delivery.body === null ? 'No body is stored, so replay is not possible. Send it again.' : null)
        }
        busy={replay.isPending}
        onClick={() => replay.mutate({ id: channel, delivery: delivery.id })}
      >
        Replay
      </Button>
      <output className="w-full empty:hidden">
        {newDelivery && (
          <Note
            tone={hasNoRun ? 'warn' : 'ok'}
            title={hasNoRun ? 'Replayed, but no run started' : 'Replayed: a new run started'}
          >
            {newDelivery.run === null ? (
              (newDelivery.detail ?? verdictStyle(newDelivery.verdict).advice)
            ) : (
              <RunLink run={newDelivery.run} />
            )}
          </Note>
        )}
      </output>
      <ActionError title="The delivery was not replayed" error={replay.error} />
    </div>
  )
}

function Body({ delivery }: { delivery: Delivery }) {
  const { body, size } = delivery
  if (body === null)
    return (
      <p className="text-text-3">
        {size === 0
          ? 'The body was empty.'
          : `The body (${formatSize(size)}) was not stored: it is not text, or too large.`}
      </p>
    )
  const missing = missingBytes(delivery)
  return (
    <>
      <CopyBlock label="Body" text={readableBody(body)} />
      {missing > 0 && (
        <p className="mt-1 text-xs text-text-3">
          Truncated: {formatSize(missing)} of {formatSize(size)} not stored.
        </p>
      )}
    </>
  )
}

function DeliveryDetails({ channel, delivery }: { channel: string; delivery: Delivery }) {
  const { detail, answer, run, external_id: externalId, replay_of: replayOf, headers } = delivery
  const { advice } = deliveryStyle(delivery)
  const { [queryHeader]: query, ...rest } = headers
  const names = Object.entries(rest)
  return (
    <div className="grid gap-3 px-5 pt-1 pb-4 max-sm:px-4">
      <div>
        {detail !== null && detail !== '' && <p className="font-medium wrap-anywhere">{detail}</p>}
        <p className="text-text-2">{advice}</p>
      </div>
      <dl className="facts">
        <dt>Response</dt>
        <dd>HTTP {answer}</dd>
        {run !== null && (
          <>
            <dt>Run</dt>
            <dd>
              <RunLink run={run} />
            </dd>
          </>
        )}
        {externalId !== null && (
          <>
            <dt>Sender’s id</dt>
            <dd>
              <CopyableId id={externalId} label="Copy sender’s id" />
            </dd>
          </>
        )}
        {query !== undefined && (
          <>
            <dt>Query</dt>
            <dd className="mono wrap-anywhere">{query}</dd>
          </>
        )}
        {replayOf !== null && (
          <>
            <dt>Replay of</dt>
            <dd className="mono wrap-anywhere">{replayOf}</dd>
          </>
        )}
      </dl>
      <div className="grid gap-1">
        <h3 className="text-xs text-text-3">Body</h3>
        <Body delivery={delivery} />
      </div>
      {names.length > 0 && (
        <section className="grid gap-1" aria-label="Headers">
          <h3 className="text-xs text-text-3">Headers (***: value not stored)</h3>
          <dl className="facts text-xs">
            {names.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="mono wrap-anywhere">{name}</dt>
                <dd className="mono">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Replay channel={channel} delivery={delivery} />
    </div>
  )
}

/** An entry of the log, with all details if it is open. */
export function DeliveryItem({
  channel,
  delivery,
  open,
  to,
}: {
  /** Id of the channel. */
  channel: string
  delivery: Delivery
  open: boolean
  /** Opens or closes the entry. */
  to: To
}) {
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <li className="border-b border-line">
      <Link
        className="flex min-h-9 items-center gap-2 px-5 py-1.5 hover:bg-hover max-sm:px-4"
        to={to}
        replace
        preventScrollReset
        aria-expanded={open}
      >
        <Arrow className="s text-text-3" />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="min-w-32">
            <Verdict delivery={delivery} />
          </span>
          <span className="text-xs text-text-3">
            {delivery.answer} · {formatSize(delivery.size)}
            {delivery.replay_of !== null && ' · replay'}
          </span>
        </span>
        <span className="flex-none text-xs text-text-3">
          <TimeText at={delivery.at} />
        </span>
      </Link>
      {open && <DeliveryDetails channel={channel} delivery={delivery} />}
    </li>
  )
}
