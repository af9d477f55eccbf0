import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense } from 'react'

const AddButton = lazy(() => import('./AddButton.tsx'))

/** For what is not one's own; it comes after the text, which is read first. */
export const AddToMine = ({ summary }: { summary: SummaryItem }) => (
  <Suspense>
    <AddButton summary={summary} />
  </Suspense>
)
