import { Children, Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PartFailed } from './PartFailed.tsx'

interface Props {
  /** The name of the region in the log. */
  name: string
  /** When this changes, for example to another page, the region is rendered again. */
  resetKey?: string
  /** Rendered in place of a failed region; by default a complete error page. */
  fallback?(retry: Retry): ReactNode
  children: ReactNode
}

/** The button shown in place of a failed region. */
interface Retry {
  label: string
  run(): void
}

interface State {
  failedFor: string | undefined
  hasFailed: boolean
  /** Only reloading the page helps. */
  needsReload: boolean
}

/** The browsers' messages for a chunk that failed to load. React and some browsers never request it again. */
const isMissingChunk = (error: unknown) =>
  /dynamically imported module|module script|preload CSS/i.test(error instanceof Error ? error.message : '')

/** Keeps an error in one region from breaking the whole page. A class, because React has no other way to catch errors. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedFor: undefined, hasFailed: false, needsReload: false }

  private lastError: unknown

  static getDerivedStateFromError = () => ({ hasFailed: true })

  static getDerivedStateFromProps(props: Props, state: State) {
    if (props.resetKey === state.failedFor) return null
    return { failedFor: props.resetKey, hasFailed: false }
  }

  override componentDidCatch(error: unknown) {
    console.error(`The region "${this.props.name}" failed:`, error)
    // The same error object again means that React has cached it.
    this.setState({ needsReload: isMissingChunk(error) || error === this.lastError })
    this.lastError = error
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const retry = this.state.needsReload
      ? { label: 'Reload the page', run: () => location.reload() }
      : { label: 'Try again', run: () => this.setState({ hasFailed: false }) }
    if (this.props.fallback) return this.props.fallback(retry)
    return (
      <main id="main" tabIndex={-1}>
        <EmptyState
          icon="warning"
          title="This page isn’t working"
          level={1}
          action={<Button onClick={retry.run}>{retry.label}</Button>}
        >
          {this.state.needsReload
            ? 'A part of it couldn’t be loaded. Reload the page to fetch it again.'
            : 'The rest of the app still works. If trying again doesn’t help, reload the page.'}
        </EmptyState>
      </main>
    )
  }
}

/** Independent parts of a page: one that fails shows an error in its place, and the others keep working. */
export const Regions = ({ name, children }: { name: string; children: ReactNode }) =>
  Children.map(
    children,
    part =>
      part && (
        <ErrorBoundary name={name} fallback={failedPart}>
          {part}
        </ErrorBoundary>
      ),
  )

const failedPart = ({ label, run }: Retry) => (
  <PartFailed query={{ refetch: run }} retry={label} tone="warning">
    This part isn’t working. The rest of the page still works.
  </PartFailed>
)
