import { CircleCheck, Circle, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { connectionPrefix } from '#api/connection/connection.ts'
import { useExtension, useLacks, useMe, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { Me } from '#contract/account.ts'
import { budget as budgetApi } from '#contract/budget.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import type { Signal } from '#lib/signal.ts'
import { useMedia } from '#ui/browser/media.ts'
import { paths } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { storedSetting, useStoredSetting } from '#ui/browser/stored-setting.ts'

interface Step {
  title: string
  words: string
  /** Null = nothing in the console leads there. */
  path: string | null
  isDone: boolean
}

export interface GettingStarted {
  steps: readonly Step[]
  dismiss: () => void
}

/** `started`: the list was shown, and stays until all is done or it is dismissed. */
type Stage = 'new' | 'started' | 'dismissed'
const stages: readonly Stage[] = ['new', 'started', 'dismissed']
const settings = new Map<string, Signal<Stage>>()

/** One setting for each user of each service, in this browser. */
function useStage(): Signal<Stage> {
  const me = useMe()
  const key = `${connectionPrefix()}getting-started ${me?.account.id ?? ''} ${me?.person?.id ?? ''}`
  const setting = settings.get(key) ?? storedSetting(key, stages, 'new')
  settings.set(key, setting)
  return setting
}

const hasOwn = (page: { results: readonly { sample?: boolean | undefined }[] } | undefined): boolean =>
  page?.results.some(({ sample }) => sample !== true) ?? false

const importStep = ({ product }: Me, isDone: boolean): Step => ({
  title: 'Import a flow',
  words: product === undefined ? 'From a file of this or of another product.' : `From a file of ${product.title}.`,
  path: paths.import,
  isDone,
})

/** The next steps of an account without a flow of its own; null if there are none to show. */
export function useGettingStarted(): GettingStarted | null {
  const me = useMe()
  const isReadOnly = useWriteReason() !== null
  const canConnect = useExtension('channel_edit')
  const canLimit = useExtension('budgets')
  const canImport = !useLacks('flow.import')
  const setting = useStage()
  const stage = useStoredSetting(setting)
  const enabled = me !== null && !isReadOnly && stage !== 'dismissed'
  const options = { enabled, retry: false }
  const flows = useQuery({ ...q(flowApi.list, { limit: maxLimit, ordering: '-updated_at' }), ...options }).data
  const channels = useQuery({ ...q(channelApi.list, { limit: maxLimit }), ...options, enabled: enabled && canConnect })
  const budgets = useQuery({ ...q(budgetApi.list, {}), ...options, enabled: enabled && canLimit })
  const isNew = flows !== undefined && !hasOwn(flows) && flows.count <= maxLimit
  const isStarting = enabled && stage === 'new' && isNew
  useEffect(() => {
    if (isStarting) setting.set('started')
  }, [isStarting, setting])
  if (!enabled || flows === undefined || (stage === 'new' && !isNew)) return null
  const { model } = me
  const steps: Step[] = [
    ...(canImport ? [importStep(me, hasOwn(flows))] : []),
    ...(model === undefined
      ? []
      : [
          {
            title: 'Connect a model',
            words: 'Agents need one. Set MODEL_BASE_URL and MODEL_NAME, then restart the service.',
            path: null,
            isDone: model !== null,
          },
        ]),
    ...(canConnect
      ? [
          {
            title: 'Connect a channel',
            words: 'Messages arrive and leave there. A web chat only needs a name.',
            path: `${paths.channels}?new=`,
            isDone: hasOwn(channels.data),
          },
        ]
      : []),
    ...(canLimit
      ? [
          {
            title: 'Set a budget',
            words: `It warns, or pauses flows, before a month costs too much.${budgets.data?.results.some(({ sample }) => sample === true) === true ? ' The budget of the sample is removed with it.' : ''}`,
            path: paths.budgets,
            isDone: hasOwn(budgets.data),
          },
        ]
      : []),
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return { steps, dismiss: () => setting.set('dismissed') }
}

const StepRow = ({ step: { title, words, path, isDone } }: { step: Step }) => (
  <li className="flex gap-2.5 py-1.5">
    {isDone ? (
      <CircleCheck className="s mt-0.5 text-ok" aria-hidden />
    ) : (
      <Circle className="s mt-0.5 text-text-3" aria-hidden />
    )}
    <div className="min-w-0">
      {path === null || isDone ? (
        <b className={isDone ? 'font-medium text-text-2' : 'font-semibold'}>{title}</b>
      ) : (
        <Link className="link font-semibold" to={path}>
          {title}
        </Link>
      )}
      {isDone ? <span className="text-xs text-text-2"> · done</span> : <p className="text-xs text-text-2">{words}</p>}
    </div>
  </li>
)

/**
 * The steps after the first sign-in, each with its link, ticked when done.
 * @param isFoldable only their number is shown at first, unless there is room beside other sections
 */
export function GettingStartedList({ steps, dismiss, isFoldable = false }: GettingStarted & { isFoldable?: boolean }) {
  const isWide = useMedia('(min-width: 75rem)')
  const [isShown, setShown] = useState(false)
  const isOpen = !isFoldable || isWide || isShown
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="today-section" aria-label="Getting started">
      <header>
        <h2>Getting started</h2>
        <span className="min-w-0 flex-1 text-xs text-text-3">
          {done} of {steps.length} done
        </span>
        {!isOpen && (
          <button type="button" className="link cursor-pointer text-xs" onClick={() => setShown(true)}>
            Show steps
          </button>
        )}
        <IconButton label="Dismiss getting started" icon={<X />} onClick={dismiss} />
      </header>
      {isOpen && (
        <ul>
          {steps.map((step) => (
            <StepRow key={step.title} step={step} />
          ))}
        </ul>
      )}
    </section>
  )
}
