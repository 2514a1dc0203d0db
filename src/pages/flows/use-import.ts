import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { showToast } from '#ui/toast.tsx'
import { loadLaterParts } from './later-parts.ts'

/** After this the page has its rows, and what reads files may load. */
const prepareMs = 1_500

const load = () => import('./import-run.ts')

const notLoaded = () =>
  showToast({ message: 'Nothing was imported: a part of the console could not be loaded. Try again.' })

/** Imports files, and tries again what failed. How it is done is loaded a moment after the page. */
export function useImport(): { start: (files: readonly File[]) => void; retry: (key: string) => void } {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadLaterParts()
      load().then(
        (run) => void run.prepare(),
        () => {
          // It is loaded again when it is needed, and what fails then is said.
        },
      )
    }, prepareMs)
    return () => clearTimeout(timer)
  }, [])
  return {
    start: (files) =>
      void load().then((run) => void run.runImport(files, client, (path) => void navigate(path)), notLoaded),
    retry: (key) => void load().then((run) => void run.runAgain(key, client), notLoaded),
  }
}
