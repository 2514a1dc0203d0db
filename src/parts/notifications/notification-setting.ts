/** Whether this browser notifies of incidents. In a file of its own, since the notifier is loaded on use. */
import { storedSetting } from '#ui/browser/stored-setting.ts'

export const browserNotifications = storedSetting('browser-notifications', ['on', 'off'], 'off')
