/** Rows of one of several lists of a product. */
import { Fault } from '#server/base/fault.ts'

/** The rows; none if the key or the licence does not allow the list. */
export async function allowedRows<T>(rows: Promise<T[]>): Promise<T[]> {
  return rows.catch((error: unknown) => {
    if (error instanceof Fault && (error.code === 'permission_denied' || error.code === 'not_found')) return []
    throw error
  })
}
