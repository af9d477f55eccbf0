import type { UploadFilters } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { describeFilters } from '../describe-filters.ts'
import { filtersAnchor } from './paths.ts'
import { texts } from './texts.ts'
import { useHashTarget } from './useHashTarget.ts'

const FilterFields = lazy(() => import('../FilterFields.tsx'))

interface Props {
  filters: UploadFilters
  onChange(part: Partial<UploadFilters>): void
}

/** Collapsed section with the settings for skipped videos, which most users don't need. */
export function SkipSection({ filters, onChange }: Props) {
  const [ref, isLinked] = useHashTarget<HTMLElement>(filtersAnchor)
  const [isOpen, setOpen] = useState(isLinked)
  return (
    <details className="left-out" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="left-out__summary" ref={ref}>
        <span className="left-out__words">
          <span className="left-out__title">{texts.skip}</span>
          <span>{describeFilters(filters)}</span>
        </span>
        <Icon name="chevron" />
      </summary>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterFields filters={filters} onChange={onChange} />
        </Suspense>
      )}
    </details>
  )
}
