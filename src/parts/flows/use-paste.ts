import { useEffect, useRef } from 'react'
import { pastedFiles } from '#files/pasted-files.ts'

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], dialog') !== null

/** Handles paste events outside of fields: files, or the text of one. */
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
