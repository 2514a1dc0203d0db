import { flushSync } from 'react-dom'
import { useMedia } from '#ui/browser/media.ts'
import { isFocusLost } from '#ui/browser/focus-loss.ts'
import { storedSetting, useStoredSetting } from '#ui/browser/stored-setting.ts'
import { resizablePane } from '#ui/panes/pane.ts'
import { threePanesQuery } from '#pages/inbox/inbox-view.ts'

export const contactPane = resizablePane('inbox-contact', { min: 216, share: 0.3 })

/** Id of the buttons that show and hide the contact; only one of them is mounted. */
export const contactButtonId = 'conversation-contact'

/** The key that shows and hides the contact. */
export const contactKey = 'c'

const wideSetting = storedSetting('contact-wide', ['open', 'closed'], 'open')

const narrowSetting = storedSetting('contact-narrow', ['open', 'closed'], 'closed')

/** Windows in which list, thread and contact have room. */
const wide = '(min-width: 80rem)'

/**
 * The contact as a column beside the thread: in wide windows by default, in narrow windows once the user opened it.
 * `isPossible`: the window is wide enough at all; else the contact is a panel.
 */
export function useContactColumn() {
  const isPossible = useMedia(threePanesQuery)
  const store = useMedia(wide) ? wideSetting : narrowSetting
  const isOpen = useStoredSetting(store) === 'open'
  const setOpen = (open: boolean) => {
    flushSync(() => store.set(open ? 'open' : 'closed'))
    // The button that was pressed is no longer there.
    if (isFocusLost()) document.getElementById(contactButtonId)?.focus()
  }
  return { isPossible, isOpen: isPossible && isOpen, setOpen }
}
