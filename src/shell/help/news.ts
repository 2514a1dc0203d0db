/** Which version's news were opened in this browser. */
import { storedSettingBy } from '#ui/browser/stored-setting.ts'

/** The version whose news were opened last; '' = none. */
export const newsOpened = storedSettingBy('news-opened', (text) => text ?? '')

export const currentVersion = import.meta.env.CONSOLE_VERSION
