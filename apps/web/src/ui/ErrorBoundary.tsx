import { Children, Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PartFailed } from './PartFailed.tsx'

interface Props {
  /** What the region is, for the log. */
  name: string
  /** A new value, such as another page, tries again by itself. */
  resetKey?: string
  /** What stands in its place when it failed; by default it is a whole page. */
  instead?(retry: Retry): ReactNode
  children: ReactNode
}

/** What the button in its place does, and says. */
interface Retry {
  label: string
  act(): void
}

interface State {
  failedFor: string | undefined
  hasFailed: boolean
  /** Nothing but loading the page anew helps. */
  isLasting: boolean
}

/** What browsers say of a part of the program that did not come. React, and some of them, never ask for it again. */
const isMissing = (error: unknown) =>
  /dynamically imported module|module script|preload CSS/i.test(error instanceof Error ? error.message : '')

/** Keeps a fault in one region from taking the page along. A class, because React offers boundaries as classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedFor: undefined, hasFailed: false, isLasting: false }

  private before: unknown

  static getDerivedStateFromError = () => ({ hasFailed: true })

  static getDerivedStateFromProps(props: Props, state: State) {
    if (props.resetKey === state.failedFor) return null
    return { failedFor: props.resetKey, hasFailed: false }
  }

  override componentDidCatch(error: unknown) {
    console.error(`The region "${this.props.name}" failed:`, error)
    // The very same once more is one that was remembered.
    this.setState({ isLasting: isMissing(error) || error === this.before })
    this.before = error
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const retry = this.state.isLasting
      ? { label: 'Reload the page', act: () => location.reload() }
      : { label: 'Try again', act: () => this.setState({ hasFailed: false }) }
    if (this.props.instead) return this.props.instead(retry)
    return (
      <main id="main" tabIndex={-1}>
        <EmptyState
          icon="warning"
          title="This page failed"
          level={1}
          action={<Button onClick={retry.act}>{retry.label}</Button>}
        >
          {this.state.isLasting
            ? 'A part of it did not arrive. Loading it anew fetches it again.'
            : 'The rest still works. If trying again does not help, reload the page.'}
        </EmptyState>
      </main>
    )
  }
}

/** Parts of a page that stand for themselves: one that fails says so in its place and takes none of the others along. */
export const Regions = ({ name, children }: { name: string; children: ReactNode }) =>
  Children.map(
    children,
    part =>
      part && (
        <ErrorBoundary name={name} instead={failedPart}>
          {part}
        </ErrorBoundary>
      ),
  )

const failedPart = ({ label, act }: Retry) => (
  <PartFailed of={{ refetch: act }} retry={label} tone="warning">
    This part failed. The rest still works.
  </PartFailed>
)
