import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { goOnAtHeading } from './go-on-at-heading.ts'

interface Props {
  words: { title: string; action: string }
  /** Why, in the words of the failure. */
  sentence: string
  /** `none` where trying again changes nothing. */
  next?: string
  onRetry(): void
}

/** What a screen says when what it shows could not be loaded. */
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
