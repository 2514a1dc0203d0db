/** What the clipboard holds, as files: those that were copied, or one of its text. None where it holds neither. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  if (clipboard.files.length > 0) return [...clipboard.files]
  const text = clipboard.getData('text/plain')
  return /\S/.test(text) ? [fileOfText(text)] : []
}

/** A text as a file, so that it is read like one. The name becomes that of a flow which has none. */
export const fileOfText = (text: string): File => new File([text], 'Pasted text', { type: 'text/plain' })
