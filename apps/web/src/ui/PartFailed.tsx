import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { goOnAtHeading } from './go-on-at-heading.ts'

interface Props {
  /** What failed, to be tried again. */
  of: { refetch(): unknown; isFetching?: boolean }
  /** Words of the button. */
  retry?: string
  /** `warning` where the screen is of use without it. */
  tone?: 'danger' | 'warning'
  /** Why, in the words of the failure. */
  children: ReactNode
}

/** What stands in place of a part of a screen that failed: the rest goes on. A whole screen says `LoadFailed`. */
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
