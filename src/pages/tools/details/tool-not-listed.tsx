import { Note } from '#ui/feedback/note.tsx'

/** An address names a tool that the list in sight does not hold, and the service reads none by itself. */
export const ToolNotListed = () => (
  <Note title="This tool is not on this page of the list">
    This service shows tools only in its list. Search for it by name.
  </Note>
)
