/** Paths of the console's first requests, available without loading the endpoints and their large schemas. */

export const mePath = '/me/'
export const flowReadPath = '/flow/{id}/'

export const flowReadAt = (id: string): string => flowReadPath.replace('{id}', encodeURIComponent(id))
