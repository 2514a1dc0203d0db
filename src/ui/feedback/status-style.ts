/** Style of a status: icon, word and colour, never one alone. */
import { Circle, type LucideIcon } from 'lucide-react'
import type { Tone } from './tag.tsx'

export interface StatusStyle {
  word: string
  icon: LucideIcon
  tone: Tone
}

/** The style of a status in a noun's table; an unknown one is its own word. */
export const statusStyleIn = (looks: Record<string, StatusStyle>, status: string): StatusStyle =>
  (Object.hasOwn(looks, status) ? looks[status] : undefined) ?? { word: status || '—', icon: Circle, tone: 'idle' }
