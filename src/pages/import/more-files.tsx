/** Adding files: before there is one, below the list, and in the menu of the page. */
import { ClipboardPaste, FileInput, FolderInput, Link2, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useProduct } from '#api/query/me.ts'
import { formatEndings, importableFiles } from '#flow/formats/format-titles.ts'
import { fileOfText, usePaste } from '#parts/flows/pasted-files.ts'
import type { PageAction } from '#shell/page.tsx'
import { phone, useMedia } from '#ui/browser/media.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { pickFiles } from '#ui/files/pick-files.ts'
import { AddressDialog } from './address-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { clearRows } from './rows/import-rows.ts'
import { readFiles } from './rows/read-rows.ts'

/** Extensions for the file dialog; the format of a chosen file is detected from its content. */
export const acceptedFiles = ['.json', 'application/json', '.yaml', '.yml', ...formatEndings, '.zip'].join(',')

/** Actions that add files. */
export interface MoreFiles {
  onFiles: () => void
  onFolder: () => void
  onPaste: () => void
  onAddress: () => void
}

/** Reads files into rows. */
export const readDropped = (files: readonly File[]): void => void readFiles(files)

/** Actions that add files, and the dialogs for text and URL. */
export function useMoreFiles(): { more: MoreFiles; dialog: ReactNode } {
  const [openDialog, setOpenDialog] = useState<'paste' | 'address' | null>(null)
  const close = () => setOpenDialog(null)
  const readSingle = (file: File) => {
    close()
    readDropped([file])
  }
  usePaste(readDropped)
  const more: MoreFiles = {
    onFiles: () => void pickFiles(acceptedFiles).then(readDropped),
    onFolder: () => void pickFiles(acceptedFiles, { folder: true }).then(readDropped),
    onPaste: () => setOpenDialog('paste'),
    onAddress: () => setOpenDialog('address'),
  }
  const dialog = (
    <>
      {openDialog === 'paste' && <PasteDialog onText={(text) => readSingle(fileOfText(text))} onClose={close} />}
      {openDialog === 'address' && <AddressDialog onFile={readSingle} onClose={close} />}
    </>
  )
  return { more, dialog }
}

/** The page before a file is chosen. */
export function NoFiles({ more: { onFiles, onPaste, onAddress } }: { more: MoreFiles }) {
  const product = useProduct()
  const isPhone = useMedia(phone)
  const files = product === null ? 'flow files' : `files of ${product.title}`
  return (
    <EmptyState
      title={isPhone ? `Choose ${files}` : `Drop ${files} here`}
      words={
        product === null
          ? `One or more files, a folder or a ZIP. ${importableFiles()} You review each flow before anything is sent.`
          : `One or more files, a folder or a ZIP, as ${product.title} exports them. You review each before it goes to ${product.title} unchanged.`
      }
      actions={[
        {
          icon: <FileInput />,
          title: 'Choose files',
          words: 'JSON, YAML or ZIP.',
          onChoose: onFiles,
        },
        { icon: <ClipboardPaste />, title: 'Paste', words: 'Paste the text of a file.', onChoose: onPaste },
        { icon: <Link2 />, title: 'From a URL', words: 'Only URLs of this site.', onChoose: onAddress },
      ]}
    />
  )
}

/** The same in the menu of the page, where a single file has no list. */
export const moreFilesActions = ({ onFiles, onFolder, onPaste, onAddress }: MoreFiles): PageAction[] => [
  { label: 'Choose more files', icon: <FileInput />, onSelect: onFiles },
  { label: 'Choose a folder', icon: <FolderInput />, onSelect: onFolder },
  { label: 'Paste a file', icon: <ClipboardPaste />, onSelect: onPaste },
  { label: 'Read from a URL', icon: <Link2 />, onSelect: onAddress },
  { label: 'Remove the file', icon: <X />, onSelect: clearRows },
]

const Way = ({ words, onPress }: { words: string; onPress: () => void }) => (
  <button type="button" className="link cursor-pointer" onClick={onPress}>
    {words}
  </button>
)

/** Buttons to add more files, below the list. */
export function MoreFilesBox({ onFiles, onFolder, onPaste, onAddress }: MoreFiles) {
  return (
    <div className="import-drop">
      <span className="max-sm:hidden">
        Drop more files, a ZIP or a folder
        <br />
      </span>
      <Way words="Choose more files" onPress={onFiles} />, <Way words="a folder" onPress={onFolder} />,{' '}
      <Way words="paste" onPress={onPaste} /> or <Way words="from a URL" onPress={onAddress} />
    </div>
  )
}
