/** The clipboard's content as files: the copied files, or one with its text. Empty if it has neither. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  if (clipboard.files.length > 0) return [...clipboard.files]
  const text = clipboard.getData('text/plain')
  return /\S/.test(text) ? [fileOfText(text)] : []
}

/** A text as a file, so that it is read in the same way. Its name is used for a flow without one. */
export const fileOfText = (text: string): File => new File([text], 'Pasted text', { type: 'text/plain' })
