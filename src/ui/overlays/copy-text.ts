import { showToast } from './toast.tsx'

/** Copies text to the clipboard and shows a toast with the result. */
export function copyText(text: string): void {
  // The clipboard API exists only on https and localhost.
  const done =
    'clipboard' in navigator ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'))
  done.then(
    () => showToast({ message: 'Copied' }),
    () => showToast({ message: 'The browser blocked copying. Select the text and copy it yourself.' }),
  )
}
