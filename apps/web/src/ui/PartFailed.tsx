import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { focusHeadingOnRemoval } from './focus-heading-on-removal.ts'

interface Props {
  /** The failed query. */
  query: { refetch(): unknown; isFetching?: boolean }
  /** The label of the button. */
  retry?: string
  /** `warning` if the screen is useful without this part. */
  tone?: 'danger' | 'warning'
  /** The error message. */
  children: ReactNode
}

/** Replaces a part of a screen that failed to load. For a complete screen, use `LoadFailed`. */
export const PartFailed = ({ query, retry = 'Try again', tone = 'danger', children }: Props) => (
  <Banner
    tone={tone}
    action={
      <Button
        {...(tone === 'warning' ? { kind: 'quiet' } : {})}
        isSmall
        isBusy={query.isFetching ?? false}
        ref={focusHeadingOnRemoval}
        onClick={() => query.refetch()}
      >
        {retry}
      </Button>
    }
  >
    {children}
  </Banner>
)
