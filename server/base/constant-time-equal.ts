import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares secrets in constant time, regardless of their lengths. */
export const constantTimeEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
