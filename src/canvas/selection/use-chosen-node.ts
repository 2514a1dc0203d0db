import { useState } from 'react'

/**
 * The node that is current on canvas, outline and search: the open one whenever that changes, else the one reached by
 * arrow keys.
 */
export function useChosenNode(open: string | null) {
  const [walked, setWalked] = useState({ id: open, open })
  if (walked.open !== open) setWalked({ id: open ?? walked.id, open })
  return { chosen: walked.id, choose: (id: string | null) => setWalked({ id, open }) }
}
