import type { FailureCode } from '@recaps/contract'
import { lazy, Suspense } from 'react'

const LiftingPlanLink = lazy(async () => ({ default: (await import('./PlanLink.tsx')).LiftingPlanLink }))

/** `LiftingPlanLink`, loaded lazily for screens that rarely need it. */
export const LaterPlanLink = ({ code }: { code: FailureCode | null }) => (
  <Suspense>
    <LiftingPlanLink code={code} />
  </Suspense>
)
