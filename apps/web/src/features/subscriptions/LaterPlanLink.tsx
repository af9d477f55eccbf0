import type { FailureCode } from '@recaps/contract'
import { lazy, Suspense } from 'react'

const LiftingPlanLink = lazy(async () => ({ default: (await import('./PlanLink.tsx')).LiftingPlanLink }))

/** The way to the plan that lifts what was refused, for pages on which few need it: it comes with what the plan is. */
export const LaterPlanLink = ({ code }: { code: FailureCode | null }) => (
  <Suspense>
    <LiftingPlanLink code={code} />
  </Suspense>
)
