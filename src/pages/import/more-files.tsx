/** Actions that add files. */
export interface MoreFiles {
  onFiles: () => void
  onFolder: () => void
  onPaste: () => void
  onAddress: () => void
}

const Way = ({ words, onPress }: { words: string; onPress: () => void }) => (
  <button type="button" className="link cursor-pointer" onClick={onPress}>
    {words}
  </button>
)

/** Buttons to add more files, below the list. */
export function MoreFilesBox({ onFiles, onFolder, onPaste, onAddress }: MoreFiles) {
  return (
    <div className="import-drop">
      Drop more files, a ZIP or a folder
      <br />
      <Way words="Choose files" onPress={onFiles} />, <Way words="a folder" onPress={onFolder} />,{' '}
      <Way words="paste" onPress={onPaste} /> or <Way words="from a URL" onPress={onAddress} />
    </div>
  )
}
