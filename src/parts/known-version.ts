import { isAbsent } from '#lib/absent.ts'

/** The version that a change is meant for; undefined where the service counts none: it is then not sent. */
export const knownVersion = (version: number | null): number | undefined => (isAbsent(version) ? undefined : version)
