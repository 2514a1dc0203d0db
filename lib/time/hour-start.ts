import { wallClock } from './wall-clock.ts'

const hourLength = 3_600_000

/** Start of the hour of an instant on the clocks of a zone. */
export function hourStart(at: number, zone: string): number {
  const clock = wallClock(at, zone)
  return at - (clock - Math.floor(clock / hourLength) * hourLength)
}
