/** Whether the outline stands beside the canvas. Wide windows have it unless somebody closed it, narrow ones once somebody opened it. */
import { useMedia } from '#ui/browser/media.ts'
import { storedSetting, useStoredSetting } from '#ui/browser/stored-setting.ts'

const wide = storedSetting('outline-wide', ['open', 'closed'], 'open')
const narrow = storedSetting('outline-narrow', ['open', 'closed'], 'closed')

export function useOutlineOpen() {
  const store = useMedia('(min-width: 80rem)') ? wide : narrow
  return { isOpen: useStoredSetting(store) === 'open', setOpen: (open: boolean) => store.set(open ? 'open' : 'closed') }
}
