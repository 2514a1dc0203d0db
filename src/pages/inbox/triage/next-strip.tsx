import { CornerDownLeft } from 'lucide-react'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { contactName } from '#pages/inbox/contact/contact-name.ts'
import { waitedMs } from '#parts/display/waiting-time.ts'
import { WaitingTimeText } from '#pages/inbox/list/waiting-time-text.tsx'
import { useNow } from '#ui/browser/now.ts'
import { useTriageTools } from './use-triage.ts'
import { opensNext } from './use-triage-flow.ts'

/** What opens after the conversation is resolved or snoozed, with a switch. */
export function NextStrip() {
  const { upcoming } = useTriageTools()
  const next = useStoredSetting(upcoming)
  const setting = useStoredSetting(opensNext)
  const now = useNow()
  const isWaiting = next !== null && waitedMs(next.waiting_since, now) !== null
  return (
    <div className="next-strip">
      <CornerDownLeft className="s" />
      <span className="cut">
        {setting === 'off' ? (
          'After Resolve or Snooze this conversation stays open.'
        ) : next === null ? (
          'This is the last conversation of the list.'
        ) : (
          <>
            <span className="max-sm:hidden">After Resolve or Snooze the next one opens: </span>
            <span className="sm:hidden">Next: </span>
            <bdi className="font-medium text-text">{contactName(next)}</bdi>
            {isWaiting && (
              <>
                , waiting <WaitingTimeText since={next.waiting_since} />
              </>
            )}
          </>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label="Open the next conversation after Resolve or Snooze"
        checked={setting === 'on'}
        aria-checked={setting === 'on'}
        onChange={(event) => opensNext.set(event.target.checked ? 'on' : 'off')}
      />
    </div>
  )
}
