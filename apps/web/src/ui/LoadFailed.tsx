import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  words: { title: string; action: string }
  /** Why, in the words of the failure. */
  sentence: string
  onRetry(): void
}

/** What a screen says when what it shows could not be loaded. */
export const LoadFailed = ({ words, sentence, onRetry }: Props) => (
  <EmptyState icon="warning" title={words.title} action={<Button onClick={onRetry}>{words.action}</Button>}>
    {sentence}
  </EmptyState>
)
