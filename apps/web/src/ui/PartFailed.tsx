import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { goOnAtHeading } from './go-on-at-heading.ts'

interface Props {
  /** The failed query. */
  of: { refetch(): unknown; isFetching?: boolean }
  /** The label of the button. */
  retry?: string
  /** `warning` if the screen is useful without this part. */
  tone?: 'danger' | 'warning'
  /** The error message. */
  children: ReactNode
}

/** Replaces a part of a screen that failed to load. For a complete screen, use `LoadFailed`. */
export const PartFailed = ({ of, retry = 'Try again', tone = 'danger', children }: Props) => (
  <Banner
    tone={tone}
    action={
      <Button
        {...(tone === 'warning' ? { kind: 'quiet' } : {})}
        isSmall
        isBusy={of.isFetching ?? false}
        ref={goOnAtHeading}
        onClick={() => of.refetch()}
      >
        {retry}
      </Button>
    }
  >
    {children}
  </Banner>
)
