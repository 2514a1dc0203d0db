import type { ReactNode } from 'react'
import './stop-list.css'

/** What happened one after the other, in `li`: on a line, a stop each. */
export const StopList = ({ children }: { children: ReactNode }) => <ol className="stop-list">{children}</ol>
