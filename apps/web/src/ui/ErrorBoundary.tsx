import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  /** What the region is, for the log. */
  name: string
  /** A new value, such as another page, tries again by itself. */
  resetKey?: string
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
    const retry = <Button onClick={() => this.setState({ hasFailed: false })}>Try again</Button>
    return (
      <EmptyState icon="warning" title="This part of the page failed" action={retry}>
        The rest still works. If trying again does not help, reload the page.
      </EmptyState>
    )
  }
}
