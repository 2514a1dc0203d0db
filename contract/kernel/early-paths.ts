/** Paths of the console's first requests; separate from the endpoints, whose schemas are large. */

export const mePath = '/me/'
export const flowReadPath = '/flow/{id}/'

export const flowReadAt = (id: string): string => flowReadPath.replace('{id}', encodeURIComponent(id))
