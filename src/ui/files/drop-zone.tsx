import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { droppedFiles } from './dropped-files.ts'

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts files and folders dropped anywhere on the page, and shows a drop area during the drag. */
export function DropZone({ words, onFiles }: { words: string; onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    // Each element on the way fires enter and leave: the drag has left the page when both counts are equal.
    let depth = 0
    const end = () => {
      depth = 0
      setOver(false)
    }
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (carriesFiles(event) && --depth <= 0) end()
    }
    const hover = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      end()
      if (event.dataTransfer === null) return
      void droppedFiles(event.dataTransfer).then((files) => {
        if (files.length > 0) latest.current(files)
      })
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', hover)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', hover)
      window.removeEventListener('drop', drop)
    }
  }, [])
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-(--z-dialog) grid place-items-center bg-(--scrim) p-4">
      <div className="grid justify-items-center gap-2 rounded-lg border-2 border-dashed border-accent bg-raised px-10 py-8 shadow-dialog">
        <Upload className="l text-accent-text" />
        <b>{words}</b>
      </div>
    </div>
  )
}
