import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { focusHeadingOnRemoval } from './focus-heading-on-removal.ts'

interface Props {
  texts: { title: string; action: string }
  /** The error message. */
  sentence: string
  /** `none` hides the button, because trying again would not help. */
  next?: string
  onRetry(): void
}

/** Shown when the content of a screen could not be loaded. */
export const LoadFailed = ({ texts, sentence, next, onRetry }: Props) => (
  <EmptyState
    icon="warning"
    title={texts.title}
    action={
      next !== 'none' && (
        <Button onClick={onRetry} ref={focusHeadingOnRemoval}>
          {texts.action}
        </Button>
      )
    }
  >
    {sentence}
  </EmptyState>
)
