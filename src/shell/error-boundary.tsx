import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PageError } from './page-error.tsx'

interface Props {
  /** Another path is another page: the previous error is reset. */
  path: string
  children: ReactNode
}

interface State {
  path: string
  problem: unknown
  hasFailed: boolean
}

/** React only supports error boundaries as classes. */
class Boundary extends Component<Props, State> {
  override state: State = { path: this.props.path, problem: null, hasFailed: false }

  static getDerivedStateFromError(problem: unknown): Partial<State> {
    return { problem, hasFailed: true }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, problem: null, hasFailed: false }
  }

  override render() {
    const { hasFailed, problem } = this.state
    if (!hasFailed) return this.props.children
    return <PageError problem={problem} />
  }
}

/** Error boundary around a page; with `part`, around a part of it. */
export function ErrorBoundary({ part = '', children }: { part?: string; children: ReactNode }) {
  return <Boundary path={`${useLocation().pathname} ${part}`}>{children}</Boundary>
}
