/** The theme: the system's, or a chosen one. public/boot.js sets it before the first paint; this updates it. */
import { storedSetting } from '#ui/browser/stored-setting.ts'

export const themes = ['system', 'light', 'dark'] as const
export const theme = storedSetting('theme', themes, 'system')

function apply(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

/** Follows the choice, also in other tabs. Called once, at the start. */
export function followTheme(): void {
  apply()
  theme.subscribe(apply)
}
