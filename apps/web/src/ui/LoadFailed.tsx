import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { goOnAtHeading } from './go-on-at-heading.ts'

interface Props {
  words: { title: string; action: string }
  /** The error message. */
  sentence: string
  /** `none` hides the button, because trying again would not help. */
  next?: string
  onRetry(): void
}

/** Shown when the content of a screen could not be loaded. */
export const LoadFailed = ({ words, sentence, next, onRetry }: Props) => (
  <EmptyState
    icon="warning"
    title={words.title}
    action={
      next !== 'none' && (
        <Button onClick={onRetry} ref={goOnAtHeading}>
          {words.action}
        </Button>
      )
    }
  >
    {sentence}
  </EmptyState>
)
