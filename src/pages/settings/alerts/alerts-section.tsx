import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useWriteReason } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { alert as alertApi, type Alert } from '#contract/alert.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '#pages/settings/settings-section.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { AlertDialog, DeleteAlertDialog } from './alert-dialogs.tsx'
import { BrowserNotifications } from './browser-notifications.tsx'
import { alertKindWords, incidentKindWords, quietWords } from './alert-draft.ts'

const deliveryStyles = {
  sent: { icon: <CircleCheck />, className: 'status ok', words: 'Sent' },
  retrying: { icon: <RotateCw />, className: 'status warn', words: 'Retrying' },
  failed: { icon: <CircleX />, className: 'status bad', words: 'Failed' },
} as const

function LastDelivery({ alert: { last_delivery: last, is_enabled: isEnabled } }: { alert: Alert }) {
  if (!isEnabled) return <p className="text-text-3">Switched off. No messages are sent.</p>
  if (last === null) return <p className="text-text-3">No message sent yet</p>
  const { icon, className, words } = deliveryStyles[last.status]
  return (
    <p>
      <span className={className}>
        {icon}
        {words}
      </span>{' '}
      <TimeText at={last.at} />
      {last.detail !== null && `. ${last.detail}`}
    </p>
  )
}

const aboutWords = ({ incident_kinds: kinds }: Alert): string =>
  kinds.length === 0 ? 'All incidents' : kinds.map((kind) => incidentKindWords[kind]).join(', ')

interface RowProps {
  alert: Alert
  mayWrite: boolean
  onEdit: (alert: Alert) => void
  onDelete: (alert: Alert) => void
}

function AlertRow({ alert, mayWrite, onEdit, onDelete }: RowProps) {
  const test = useApiMutation(alertApi.test)
  const { name, kind, address, quiet_hours: quiet } = alert
  return (
    <SettingsRow
      title={name}
      words={
        <>
          <p>
            {alertKindWords[kind]}: <bdi>{address}</bdi>
          </p>
          <p>
            {aboutWords(alert)}
            {quiet !== null && `. Quiet hours ${quietWords(quiet)}`}
          </p>
          <LastDelivery alert={alert} />
          <ActionError title="The test message was not sent" error={test.error} />
        </>
      }
    >
      {mayWrite && (
        <>
          <Button aria-label={`Test ${name}`} busy={test.isPending} onClick={() => test.mutate({ id: alert.id })}>
            Test
          </Button>
          <Button aria-label={`Edit ${name}`} onClick={() => onEdit(alert)}>
            Edit
          </Button>
          <Button variant="quiet" aria-label={`Delete ${name}`} onClick={() => onDelete(alert)}>
            Delete
          </Button>
        </>
      )}
    </SettingsRow>
  )
}

/** Addresses that get a message when something breaks. */
export function AlertsSection() {
  const alerts = useQuery(q(alertApi.list, { limit: maxLimit }))
  const mayWrite = useWriteReason() === null
  const [edited, setEdited] = useState<Alert | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Alert | null>(null)
  const rows = alerts.data?.results
  return (
    <SettingsSection
      title="Alerts"
      words="Messages when a channel does not work, a flow fails more than usual or a schedule is missed: one when it begins, one when it is over."
      action={
        mayWrite && (
          <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
            Create alert
          </Button>
        )
      }
    >
      <BrowserNotifications />
      {alerts.error !== null && <LoadNote what="Alerts" error={alerts.error} onRetry={() => void alerts.refetch()} />}
      {rows === undefined && alerts.error === null && <SkeletonRows rows={3} />}
      {rows?.length === 0 && (
        <p className="card px-4 py-6 text-center text-text-2">
          No alerts yet. Without one, a failure is only seen in the console.
        </p>
      )}
      {rows !== undefined && rows.length > 0 && (
        <SettingsRows>
          {rows.map((alert) => (
            <AlertRow key={alert.id} alert={alert} mayWrite={mayWrite} onEdit={setEdited} onDelete={setDeleted} />
          ))}
        </SettingsRows>
      )}
      {edited !== null && <AlertDialog alert={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && <DeleteAlertDialog alert={deleted} onClose={() => setDeleted(null)} />}
    </SettingsSection>
  )
}
