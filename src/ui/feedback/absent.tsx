/** Placeholder for a value that the service did not provide, instead of 0 or an empty space. */
export const Absent = () => (
  <span className="text-text-3" title="Not provided by the service">
    —
  </span>
)

/** The text, or the dash if there is none. */
export const TextOrAbsent = ({ text }: { text: string | null }) => (text === null || text === '' ? <Absent /> : text)
