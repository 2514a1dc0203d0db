import { useState } from 'react'
import { useExtension } from '#api/query/me.ts'
import { browserNotifications } from '#parts/notifications/notification-setting.ts'
import { SettingsRow, SettingsRows } from '#pages/settings/settings-section.tsx'
import { useStoredSetting } from '#ui/browser/stored-setting.ts'
import { Segments } from '#ui/controls/segments.tsx'

type Support = 'yes' | 'insecure' | 'no'

function notificationSupport(): Support {
  if (!window.isSecureContext) return 'insecure'
  return 'Notification' in window && 'locks' in navigator ? 'yes' : 'no'
}

const unsupportedWords = 'This browser shows no notifications from websites.'
const supportWords: Readonly<Record<Exclude<Support, 'yes'>, string>> = {
  insecure: 'Browsers only show notifications from sites that use HTTPS.',
  no: unsupportedWords,
}
const usualWords = 'When something breaks or gets worse, while the console is open in a tab.'
const permissionWords: Partial<Record<NotificationPermission, string>> = {
  denied: 'Blocked for this site. Allow notifications in the site settings of the browser, then turn them on here.',
  default: 'The browser asked, and got no answer. Turn them on again, and allow them.',
}

/** Asks the browser, and shows a first notification. Returns why they stay off; null = they are on. */
async function turnOn(): Promise<string | null> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permissionWords[permission] ?? null
  try {
    void new Notification('Notifications are on', { body: usualWords })
  } catch {
    // Browsers of phones only show notifications of installed applications.
    return unsupportedWords
  }
  browserNotifications.set('on')
  return null
}

/** Turns on notifications in this browser; the browser is asked on press. Nothing without incidents. */
export function BrowserNotifications() {
  const hasIncidents = useExtension('incidents')
  const setting = useStoredSetting(browserNotifications)
  const [problem, setProblem] = useState<string | null>(null)
  const support = notificationSupport()
  if (!hasIncidents) return null
  const isBlocked = support === 'yes' && Notification.permission === 'denied'
  const words =
    support === 'yes' ? ((isBlocked ? permissionWords.denied : problem) ?? usualWords) : supportWords[support]
  return (
    <SettingsRows>
      <SettingsRow title="Notify in this browser" words={<p aria-live="polite">{words}</p>}>
        {support === 'yes' && (
          <Segments
            label="Notify in this browser"
            value={isBlocked ? 'off' : setting}
            options={[
              { value: 'off', label: 'Off' },
              { value: 'on', label: 'On' },
            ]}
            onValue={(value) => {
              if (value === 'off') browserNotifications.set('off')
              else void turnOn().then(setProblem)
            }}
          />
        )}
      </SettingsRow>
    </SettingsRows>
  )
}
