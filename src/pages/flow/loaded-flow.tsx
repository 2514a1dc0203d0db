import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Pencil } from 'lucide-react'
import { useExtension, useLacks, useWriteReason } from '#api/query/me.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { findingsWith } from '#parts/flows/activation-findings.ts'
import { FlowStatusBadge } from '#parts/display/status.tsx'
import { Page } from '#shell/page.tsx'
import { phone, useMedia } from '#ui/browser/media.ts'
import { paths } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import type { FlowDialogName } from './flow-dialog.tsx'
import type { FlowReading } from './flow-reader.tsx'
import { FlowTabBar, useFlowTab } from './flow-tab-bar.tsx'
import { runOverlayQuery, startQuery, tabQuery } from './flow-view.ts'
import type { ReadFlow } from '#flow-data/read-flow.ts'
import { TabContent } from './flow-tabs.tsx'
import { useExportSize } from './use-export-size.ts'
import { useFlowActions } from './use-flow-actions.tsx'
import { useRawFlow } from './use-raw-flow.tsx'
import { useOpenFlow, type OpenFlow, type useFlow } from './use-open-flow.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const TitleFacts = lazyPart(async () => (await import('./flow-reader.tsx')).TitleFacts, { Missing: () => null })

const ProductMenuLink = lazyPart(async () => (await import('#parts/display/product-link.tsx')).ProductMenuLink, {
  Missing: () => null,
})

const FlowReader = lazyPart(async () => (await import('./flow-reader.tsx')).FlowReader, { Missing: () => null })

const FlowDialog = lazyPart(async () => (await import('./flow-dialog.tsx')).FlowDialog)

const RunDialog = lazyPart(async () => (await import('./runs/run-dialog.tsx')).RunDialog)

const deleted = 'This flow was deleted.'

/** What follows the name of the flow. In a narrow window, which is left for the name, pencil and star are in the menu. */
function TitleAside({
  open,
  star,
  lockedReason,
  onEdit,
}: {
  open: OpenFlow
  star: FlowReading['star']
  lockedReason: string | null
  onEdit: () => void
}) {
  const isPhone = useMedia(phone)
  const canRename = !useLacks('flow.rename')
  return (
    <>
      {canRename && (
        <IconButton label="Rename" icon={<Pencil />} reason={lockedReason} className="max-lg:hidden" onClick={onEdit} />
      )}
      {star === null ? (
        <span className="w-7 max-lg:hidden" />
      ) : (
        <IconButton label={star.label} icon={star.icon} className="max-lg:hidden" onClick={star.onSelect} />
      )}
      <FlowStatusBadge status={open.flow.status} boxed iconOnly={isPhone} />
      <Suspense>
        <TitleFacts open={open} />
      </Suspense>
    </>
  )
}

/** The page of a loaded flow: header, tabs, and the content of the open tab. */
export function LoadedFlow({ query, latest }: { query: ReturnType<typeof useFlow>; latest: ReadFlow }) {
  const open = useOpenFlow(query, latest)
  const { flow, applySaved, isDeleted } = open
  const [dialog, setDialog] = useState<FlowDialogName | null>(null)
  const [toolSlot, setToolSlot] = useState<HTMLElement | null>(null)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const writeReason = useWriteReason()
  const lockedReason = isDeleted ? deleted : writeReason
  const size = useExportSize(flow, open.data)
  const tab = useFlowTab()
  const [{ failuresPath, star, valueActions, aside }, setReading] = useState<FlowReading>({
    failuresPath: null,
    star: null,
    valueActions: [],
    aside: null,
  })
  const raw = useRawFlow(flow, isDeleted ? deleted : null)
  const close = () => setDialog(null)
  const actions = useFlowActions({
    open,
    size,
    lockedReason,
    failuresPath: isDeleted ? null : failuresPath,
    onEdit: () => setDialog('edit'),
    onTags: () => setDialog('tags'),
    onSend: () => setDialog('send'),
    onActivation: () => setDialog('activate'),
    onFix: () => void navigate({ search: tabQuery(search, 'health') }),
    onRun: () => void navigate({ search: startQuery(search, '') }),
  })
  /** Wraps a change, after which an earlier refusal of the activation no longer applies. */
  const clearingRefusal =
    <A extends unknown[]>(change: (...given: A) => void) =>
    (...given: A) => {
      actions.clearActivationError()
      change(...given)
    }
  const wrappedOpen = {
    ...open,
    aside,
    applySaved: clearingRefusal(applySaved),
    showNewerVersion: clearingRefusal(open.showNewerVersion),
    acceptVersion: clearingRefusal(open.acceptVersion),
  }
  const startParameter = useExtension('flow_run') && lockedReason === null ? search.get('start') : null
  return (
    <Page
      title={flow.name}
      section="Flows"
      sectionPath={paths.flows}
      titleAside={<TitleAside open={open} star={star} lockedReason={lockedReason} onEdit={() => setDialog('edit')} />}
      actions={actions.actions}
      link={
        <Suspense>
          <ProductMenuLink page="flow" flow={flow.id} />
        </Suspense>
      }
      // Inserted before "Delete", the last action.
      more={[
        ...(star === null ? [] : [star]),
        ...valueActions,
        ...actions.more.toSpliced(actions.more.at(-1)?.danger ? -1 : actions.more.length, 0, raw.action),
      ]}
      primary={actions.primary}
    >
      <FlowTabBar
        flow={flow}
        data={open.data}
        findings={findingsWith(actions.activationError, flow.validation) ?? flow.validation}
        isFailing={!isDeleted && failuresPath !== null}
        tools={setToolSlot}
      />
      {raw.view}
      <Suspense>
        <FlowReader open={wrappedOpen} onRead={setReading} />
      </Suspense>
      {actions.failure !== null && (
        <div className="px-5 py-2 max-lg:px-4">
          <ActionError title={actions.failure.title} error={actions.failure.error} />
        </div>
      )}
      <TabContent
        tab={tab}
        open={wrappedOpen}
        lockedReason={lockedReason}
        activationError={actions.activationError}
        toolSlot={toolSlot}
      />
      <Suspense>
        {dialog !== null && !isDeleted && (
          <FlowDialog dialog={dialog} open={open} onActivate={actions.activate} onClose={close} />
        )}
        {startParameter !== null && (
          <RunDialog
            key={startParameter}
            flow={flow}
            data={open.data}
            repeatRunId={startParameter}
            onStarted={(run) => void navigate({ search: runOverlayQuery(search, run.id) })}
            onClose={() => void navigate({ search: startQuery(search, null) }, { replace: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}
