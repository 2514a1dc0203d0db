/** Time zones to choose from. Pure. */
import type { PickerOption } from '#ui/picker-options.ts'

/** Names that the browser knows; UTC is one of them everywhere. */
const namesOf = (known: readonly string[]): readonly string[] => (known.includes('UTC') ? known : ['UTC', ...known])

/** "UTC+1" at a moment; empty where the zone is not known. */
export function offsetOf(zone: string, at: number): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
    return (parts.find((part) => part.type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
  } catch {
    return ''
  }
}

/** Lines of a picker: "America/New York" is found by "new york". */
export const zoneOptions = (known: readonly string[]): PickerOption[] =>
  namesOf(known).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
