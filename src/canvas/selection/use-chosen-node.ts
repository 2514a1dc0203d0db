import { useState } from 'react'

/** The node on which canvas, outline and find stand: the open one whenever that changes, else where one walked to. */
export function useChosenNode(open: string | null) {
  const [walked, setWalked] = useState({ id: open, open })
  if (walked.open !== open) setWalked({ id: open ?? walked.id, open })
  return { chosen: walked.id, choose: (id: string | null) => setWalked({ id, open }) }
}
