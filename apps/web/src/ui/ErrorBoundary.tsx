import { Children, Component, type ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  /** What the region is, for the log. */
  name: string
  /** A new value, such as another page, tries again by itself. */
  resetKey?: string
  /** What stands in its place when it failed; by default as large as a page. */
  instead?(retry: () => void): ReactNode
  children: ReactNode
}

/** Keeps a fault in one region from taking the page along. A class, because React offers boundaries as classes only. */
export class ErrorBoundary extends Component<Props, { failedFor: string | undefined; hasFailed: boolean }> {
  override state = { failedFor: undefined as string | undefined, hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  static getDerivedStateFromProps(props: Props, state: { failedFor: string | undefined; hasFailed: boolean }) {
    if (props.resetKey === state.failedFor) return null
    return { failedFor: props.resetKey, hasFailed: false }
  }

  override componentDidCatch(error: unknown) {
    console.error(`The region "${this.props.name}" failed:`, error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const retry = () => this.setState({ hasFailed: false })
    if (this.props.instead) return this.props.instead(retry)
    return (
      <EmptyState
        icon="warning"
        title="This part of the page failed"
        action={<Button onClick={retry}>Try again</Button>}
      >
        The rest still works. If trying again does not help, reload the page.
      </EmptyState>
    )
  }
}

/** Parts of a page that stand for themselves: one that fails says so in its place and takes none of the others along. */
export const Regions = ({ name, children }: { name: string; children: ReactNode }) =>
  Children.map(
    children,
    part =>
      part && (
        <ErrorBoundary name={name} instead={retry => <FailedPart onRetry={retry} />}>
          {part}
        </ErrorBoundary>
      ),
  )

interface FailedProps {
  children?: string
  onRetry(): void
}

/** In place of a part of a page that failed: the rest goes on. */
export const FailedPart = ({ children = 'This part failed. The rest still works.', onRetry }: FailedProps) => (
  <Banner
    tone="warning"
    action={
      <Button kind="quiet" isSmall onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Banner>
)
