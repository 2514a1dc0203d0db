/** Paths of what the console asks for before anything else is there; apart from the endpoints, whose schemas are large. */

export const mePath = '/me/'
export const flowReadPath = '/flow/{id}/'

export const flowReadAt = (id: string): string => flowReadPath.replace('{id}', encodeURIComponent(id))
