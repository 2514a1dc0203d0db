import { Image } from 'lucide-react'
import { useState } from 'react'
import type { Placement } from '#canvas/model/placement.ts'
import { fits } from '#canvas/picture/picture-area.ts'
import type { PicturePart } from '#canvas/picture/picture-messages.ts'
import { readPalette } from '#canvas/pen/read-palette.ts'
import { usePictures } from '#canvas/react/use-pictures.ts'
import type { Size } from '#flow/place/flow-graph.ts'
import { downloadFileName } from '#parts/flows/file-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { Segments } from '#ui/controls/segments.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import type { FlowData } from '#flow-data/flow-data.ts'

/** File name of a picture, derived from that of the flow: "Orders.flow.json" becomes "Orders.png". Pure. */
export const pictureName = (flowFile: string, format: 'png' | 'svg'): string =>
  `${flowFile.replace(/(?:\.flow)?\.json$/, '')}.${format}`

const formats = [
  { value: 'png', label: 'PNG' },
  { value: 'svg', label: 'SVG' },
] as const
const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const scales = ['0.25', '0.5', '1', '2', '3'] as const
type Scale = (typeof scales)[number]

const pixels = ({ width, height }: Size, scale: number): string =>
  `${Math.ceil(width * scale).toLocaleString()} × ${Math.ceil(height * scale).toLocaleString()} pixels`

const partWords: Record<PicturePart['is'], string> = {
  around: 'The open step and its neighbours',
  selected: 'The selected steps',
}

const shownTheme = () => (getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light')

function Working({ progress }: { progress: number }) {
  const words = `${Math.round(progress * 100)}%`
  return (
    <div className="grid gap-1 text-xs text-text-2" role="status">
      <progress className="part-done" max={1} value={progress} aria-label="Drawing the picture" />
      {words} drawn
    </div>
  )
}

function ScaleField({ size, value, onValue }: { size: Size | null; value: Scale; onValue: (value: Scale) => void }) {
  const options = scales.map((scale) => {
    const tooLarge = size !== null && !fits(size, Number(scale))
    return { value: scale, label: `${Number(scale) * 100}%${tooLarge ? ', too large' : ''}`, disabled: tooLarge }
  })
  return (
    <SelectField
      label="Size"
      value={value}
      options={options}
      onValue={onValue}
      hint={size === null ? 'Waiting for the layout.' : pixels(size, Number(value))}
    />
  )
}

/** Saves a picture of the flow as a file. */
export function PictureDialog({
  name,
  data,
  placement,
  part,
  onClose,
}: {
  /** Name of the flow. */
  name: string
  data: FlowData
  placement: Placement
  /** A part that can be drawn instead of the whole flow; null = none. */
  part: PicturePart | null
  onClose: () => void
}) {
  const [format, setFormat] = useState<'png' | 'svg'>('png')
  const [theme, setTheme] = useState<'light' | 'dark'>(shownTheme)
  const [scale, setScale] = useState<Scale>('1')
  // Initially the selection, if the dialog was opened for one.
  const [shows, setShows] = useState<'all' | 'part'>(part?.is === 'selected' ? 'part' : 'all')
  const { sizes, progress, problem, make } = usePictures(
    { name, placement, part, sendFlow: (port) => data.sendTo(port, placement) },
    (blob) => {
      saveFile(blob, pictureName(downloadFileName(name), format))
      showToast({ message: `Picture of “${name}” saved` })
      onClose()
    },
  )
  const size = sizes === null ? null : shows === 'all' ? sizes.whole : sizes.part
  const tooLarge = format === 'png' && size !== null && !fits(size, Number(scale))
  const busy = progress !== null
  return (
    <Dialog
      title={`Picture of “${name}”`}
      onClose={onClose}
      onSubmit={() => {
        if (!tooLarge && !busy)
          make({ format, part: shows === 'part', scale: Number(scale), palette: readPalette(theme) })
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            icon={<Image />}
            busy={busy}
            reason={tooLarge ? 'The picture would be too large to open. Choose a smaller size.' : null}
          >
            Save picture
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        <Segments label="Format" value={format} options={formats} onValue={setFormat} />
        <Segments label="Theme" value={theme} options={themes} onValue={setTheme} />
      </div>
      {part !== null && (
        <SelectField
          label="Shows"
          value={shows}
          options={[
            { value: 'all', label: 'The whole flow' },
            { value: 'part', label: partWords[part.is] },
          ]}
          onValue={setShows}
        />
      )}
      {format === 'png' ? (
        <ScaleField size={size} value={scale} onValue={setScale} />
      ) : (
        <p className="text-xs text-text-2">Stays sharp at any size. Its text can be searched and copied.</p>
      )}
      {busy && <Working progress={progress} />}
      {problem !== null && (
        <Note tone="bad" title="The picture was not created">
          {problem}
        </Note>
      )}
    </Dialog>
  )
}
