import { useEffect, useRef } from 'react'

/** The clipboard's files, or else its text as a file; empty if it has neither. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  if (clipboard.files.length > 0) return [...clipboard.files]
  const text = clipboard.getData('text/plain')
  return /\S/.test(text) ? [fileOfText(text)] : []
}

/** A text as a file, so that it is read in the same way. A flow without a name gets the name of the file. */
export const fileOfText = (text: string): File => new File([text], 'Pasted text', { type: 'text/plain' })

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], dialog') !== null

/** Handles paste events outside of input fields and dialogs. */
export function usePaste(onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isTyped(event.target) || event.clipboardData === null) return
      const files = pastedFiles(event.clipboardData)
      if (files.length > 0) latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
