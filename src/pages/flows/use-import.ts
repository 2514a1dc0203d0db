import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useLoadLater } from '#ui/load-later.ts'
import { showToast } from '#ui/toast.tsx'

const load = () => import('./import-run.ts')

const prepare = async () => (await load()).prepare()

const notLoaded = () =>
  showToast({ message: 'Nothing was imported: a part of the console could not be loaded. Try again.' })

/** Imports files, and tries again what failed. How it is done is loaded a moment after the page. */
export function useImport(): { start: (files: readonly File[]) => void; retry: (key: string) => void } {
  const client = useQueryClient()
  const navigate = useNavigate()
  useLoadLater(prepare)
  return {
    start: (files) =>
      void load().then((run) => void run.runImport(files, client, (path) => void navigate(path)), notLoaded),
    retry: (key) => void load().then((run) => void run.runAgain(key, client), notLoaded),
  }
}
