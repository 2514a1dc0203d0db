import { Link } from 'react-router'
import { useConnections } from '#api/connection/use-connections.ts'
import { settingsPath } from '#ui/paths.ts'

/** On the sign-in page: the current connection, if there are several, and a link to change it. */
export function OtherConnections() {
  const { all, used } = useConnections()
  return (
    <p className="text-xs text-text-2 wrap-anywhere">
      {all.length > 1 && (
        <>
          Connection: <bdi>{used.name}</bdi>.{' '}
        </>
      )}
      <Link className="link" to={settingsPath('connection')}>
        {all.length > 1 ? 'Use or test another connection' : 'Test or change the connection'}
      </Link>
    </p>
  )
}
