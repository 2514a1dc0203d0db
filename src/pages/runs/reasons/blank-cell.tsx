const nothing = ''

/** An empty cell of the table. */
export const BlankCell = ({ className }: { className?: string }) => <td className={className}>{nothing}</td>
