/** Maximum names that are listed; the others are counted. */
const maxNames = 6

/** The names of the flows that a dialog is about. */
export const FlowNames = ({ flows }: { flows: readonly { id: string; name: string }[] }) => (
  <ul className="grid gap-0.5">
    {flows.slice(0, maxNames).map((flow) => (
      <li key={flow.id} className="cut">
        <bdi>{flow.name}</bdi>
      </li>
    ))}
    {flows.length > maxNames && <li className="text-text-3">and {(flows.length - maxNames).toLocaleString()} more</li>}
  </ul>
)
