/** Files of a drop, including those in folders. */

/** Maximum number of files per drop. */
const maxDropped = 10_000

const childrenOf = (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  return new Promise((resolve) => {
    // A reader returns some entries at a time (Chrome: a hundred), and none at the end. An error omits the rest.
    const more = () =>
      reader.readEntries(
        (some) => {
          all.push(...some)
          if (some.length === 0 || all.length > maxDropped) resolve(all)
          else more()
        },
        () => resolve(all),
      )
    more()
  })
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const fileOf = (entry: FileSystemFileEntry): Promise<File | null> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(null)))

/** A file in a folder is named by its path ("flows/mail/a.json"). */
async function filesOfEntry(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = []
  let open = [...entries]
  while (open.length > 0 && files.length < maxDropped) {
    const next: FileSystemEntry[] = []
    for (const entry of open) {
      // Hidden files and folders are skipped: they belong to a system or a program.
      if (entry.name.startsWith('.')) continue
      if (isFolder(entry)) next.push(...(await childrenOf(entry)))
      else if (isFile(entry)) {
        const file = await fileOf(entry)
        const path = entry.fullPath.replace(/^\//, '')
        if (file) files.push(path === file.name ? file : new File([file], path, file))
      }
    }
    open = next
  }
  return files.slice(0, maxDropped)
}

/** To be called during the drop event, whose data are unavailable afterwards. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const known = entries.filter((entry) => entry !== null)
  // Without folders, or without browser support for them, the files are available immediately.
  if (!known.some(isFolder)) return Promise.resolve([...transfer.files])
  return filesOfEntry(known)
}
