/** Addresses of pages that work with another service: the page is loaded with it. */
import { serviceParameter, connection, type Connection } from '#api/connection/connection.ts'

/** A path of the console with its service named, so that a link can be shared and opened in a new tab. */
export const pathAtService = (path: string, { id }: Pick<Connection, 'id'>): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [serviceParameter]: id })}`

/** Whether this page works with a service. */
export const isOfPage = ({ id }: Pick<Connection, 'id'>): boolean => id === connection().id
