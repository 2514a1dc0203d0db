import { useState } from 'react'

/**
 * The current node of canvas, outline and search: the open node whenever that changes, until arrow keys lead to another
 * node.
 */
export function useChosenNode(open: string | null) {
  const [walked, setWalked] = useState({ id: open, open })
  if (walked.open !== open) setWalked({ id: open ?? walked.id, open })
  return { chosen: walked.id, choose: (id: string | null) => setWalked({ id, open }) }
}
