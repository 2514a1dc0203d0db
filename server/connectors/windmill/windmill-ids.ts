/** Ids of Windmill's objects in the contract. Pure. */
import { notFound } from '#server/base/fault.ts'

/** In place of "/" in a path. No path contains it, and it needs no escape in a URL; links write it as "/". */
const separator = '~'

/** Paths as Windmill allows them: "f/shop/orders", "u/ann/test". */
const pathForm = /^[ufg](?:\/[\w-]+){2,}$/

const jobForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isPath = (path: string): boolean => pathForm.test(path)

export const idOfPath = (path: string): string => path.replaceAll('/', separator)

/** Throws 404 for an id that nothing in Windmill can have; so no id leads to another part of its API. */
export function pathOfId(id: string, noun: string): string {
  const path = id.replaceAll(separator, '/')
  if (id.includes('/') || !isPath(path)) throw notFound(noun)
  return path
}

/** The id of a job; throws 404 for an id that no job can have. */
export function jobId(id: string): string {
  if (!jobForm.test(id)) throw notFound('run')
  return id
}

export const idOfSchedule = (path: string): string => `schedule.${idOfPath(path)}`
export const idOfHttpTrigger = (path: string): string => `http.${idOfPath(path)}`
