/**
 * Asks for files with the browser's own dialog, or for a folder, whose files are then named by their way there. Resolves with
 * none where it is left without choosing.
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
