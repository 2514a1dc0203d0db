/**
 * The single time zone of the console: the browser's, or one chosen in Settings. Shown in the footer of the navigation.
 */
import { storedSettingBy, useStoredSetting } from '#ui/browser/stored-setting.ts'

/** IANA name. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone follows the browser. */
export const asBrowser = 'browser'

function isZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** `asBrowser`, or an IANA name. A name that this browser does not know is ignored. */
export const zoneChoice = storedSettingBy('zone', (text) => (text !== null && isZone(text) ? text : asBrowser))

/** The IANA name of the zone in which all times are shown. */
export function useZone(): string {
  const choice = useStoredSetting(zoneChoice)
  return choice === asBrowser ? browserZone : choice
}
