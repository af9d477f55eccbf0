import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense } from 'react'

const AddButton = lazy(() => import('./AddButton.tsx'))

/** Add button for other users' summaries. Loaded lazily: the text matters first. */
export const AddToMine = ({ summary }: { summary: SummaryItem }) => (
  <Suspense>
    <AddButton summary={summary} />
  </Suspense>
)
