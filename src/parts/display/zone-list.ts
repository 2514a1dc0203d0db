/** Time zones to choose from. Pure. */
import type { PickerOption } from '#ui/overlays/picker-options.ts'

/** Names of the zones that the browser supports; UTC is always included. */
const namesOf = (known: readonly string[]): readonly string[] => (known.includes('UTC') ? known : ['UTC', ...known])

/** Offset of a zone at a given time: "UTC+1"; empty if the zone is unknown. */
export function offsetOf(zone: string, at: number): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
    return (parts.find((part) => part.type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
  } catch {
    return ''
  }
}

/**
 * Renamed zones: first the CLDR name, which ECMAScript may still list, then the current or earlier names.
 * https://data.iana.org/time-zones/tzdb/backward
 */
const renamedZones: readonly (readonly string[])[] = [
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Asia/Dacca', 'Asia/Dhaka'],
  ['Asia/Thimbu', 'Asia/Thimphu'],
  ['Asia/Ashkhabad', 'Asia/Ashgabat'],
  ['Asia/Macao', 'Asia/Macau'],
  ['Asia/Ulan_Bator', 'Asia/Ulaanbaatar'],
  ['Asia/Chungking', 'Asia/Chongqing'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Africa/Asmera', 'Africa/Asmara'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
]

const words = (name: string): string => name.replaceAll('_', ' ')

const otherNames = (name: string): readonly string[] =>
  renamedZones.filter((names) => names.includes(name)).flatMap((names) => names.filter((one) => one !== name))

/** Picker options: "America/New York" is found by "new york", and a renamed zone by each of its names. */
export const zoneOptions = (known: readonly string[]): PickerOption[] =>
  namesOf(known).map((name) => {
    const others = otherNames(name).filter((one) => !known.includes(one))
    return {
      value: name,
      label: words(name),
      ...(others.length === 0 ? {} : { note: `also ${others.map(words).join(', ')}` }),
    }
  })
