/** Errors whose message is for the caller: responses of 400 and above, and failed commands. */
import { z } from 'zod'
import { errorCodes, type ErrorCode } from '#contract/kernel/error.ts'

interface FaultOptions {
  /** Messages by field path; only with 400. */
  errors?: Record<string, string[]>
  /** Members in addition to detail and code: `current` of a version conflict, `validation` of not_ready. */
  more?: Record<string, unknown>
  headers?: Record<string, string>
}

/** A Fault as plain data. */
export const FaultData = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).nullable(),
  more: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
})
export type FaultData = z.infer<typeof FaultData>

/** An error response of 400 or above, thrown where it is detected and written once, by mount.ts. */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly errors: Record<string, string[]> | null
  readonly more: Record<string, unknown>
  readonly headers: Record<string, string>

  /** `detail`: one sentence for people, never with a secret or data the caller may not see. */
  constructor(code: ErrorCode, detail: string, options: FaultOptions = {}) {
    super(detail)
    this.name = 'Fault'
    this.code = code
    this.errors = options.errors ?? null
    this.more = options.more ?? {}
    this.headers = options.headers ?? {}
  }

  static from({ code, message, errors, more, headers }: FaultData): Fault {
    return new Fault(code, message, { ...(errors ? { errors } : {}), more, headers })
  }

  data(): FaultData {
    const { code, message, errors, more, headers } = this
    return { code, message, errors: errors && { ...errors }, more, headers }
  }
}

/** 400 about one field. */
export const invalid = (field: string, message: string): Fault =>
  new Fault('invalid', message, { errors: { [field]: [message] } })

/** 400 for a snooze without end. */
export const endlessSnooze = (field: string): Fault => invalid(field, 'Enter an end time.')

/** 404, with the same text whether the object does not exist or belongs to another account. `noun` as in "flow". */
export const notFound = (noun: string): Fault => new Fault('not_found', `There is no ${noun} with this id.`)

/** 400 for stored credentials that would be sent to an address other than the one they were entered for. */
export const credentialsRequired = (fields: readonly string[]): Fault =>
  new Fault('invalid', 'A stored credential is only sent to the address it was entered for.', {
    errors: Object.fromEntries(
      fields.map((field) => [field, ['Enter the credential again. It was stored for another address.']]),
    ),
  })

/** Wrong arguments, or a state in which the command cannot work: printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}
