import { showToast } from './toast.tsx'

/** Puts text into the clipboard and says so; where the browser refuses, says that. */
export function copyText(text: string): void {
  // The clipboard exists on https and on this machine only.
  const done =
    'clipboard' in navigator ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'))
  done.then(
    () => showToast({ message: 'Copied' }),
    () => showToast({ message: 'The browser blocked copying. Select the text and copy it yourself.' }),
  )
}
