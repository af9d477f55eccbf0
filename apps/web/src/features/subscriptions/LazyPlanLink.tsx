import type { FailureCode } from '@recaps/contract'
import { lazy, Suspense } from 'react'

const LimitPlanLink = lazy(async () => ({ default: (await import('./PlanLink.tsx')).LimitPlanLink }))

/** `LimitPlanLink`, loaded lazily for screens that rarely need it. */
export const LazyPlanLink = ({ code }: { code: FailureCode | null }) => (
  <Suspense>
    <LimitPlanLink code={code} />
  </Suspense>
)
