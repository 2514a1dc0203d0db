/**
 * Opens the browser's file dialog, or one for a folder, whose files are named by their paths. Resolves with an empty
 * list if it is cancelled.
 */
export function pickFiles(accept: string, { folder = false }: { folder?: boolean } = {}): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  if (folder) input.webkitdirectory = true
  else input.accept = accept
  return new Promise((resolve) => {
    input.addEventListener('change', () =>
      resolve(
        [...(input.files ?? [])]
          .filter(({ name }) => !folder || !name.startsWith('.'))
          .map((file) => (file.webkitRelativePath === '' ? file : new File([file], file.webkitRelativePath, file))),
      ),
    )
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
