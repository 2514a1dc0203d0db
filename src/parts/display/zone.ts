/** Time zone of all times in the console: the browser's, or one chosen in Settings. */
import { storedSettingBy, useStoredSetting } from '#ui/browser/stored-setting.ts'

/** IANA name of the browser's time zone. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Value of the setting that means the browser's time zone. */
export const browserZoneSetting = 'browser'

function isZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Setting: `browserZoneSetting`, or an IANA name. A name that the browser does not support is ignored. */
export const zoneChoice = storedSettingBy('zone', (text) => (text !== null && isZone(text) ? text : browserZoneSetting))

/** The IANA name of the zone in which all times are shown. */
export function useZone(): string {
  const choice = useStoredSetting(zoneChoice)
  return choice === browserZoneSetting ? browserZone : choice
}
