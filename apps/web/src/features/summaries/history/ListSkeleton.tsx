import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

/** Placeholder for search, chips and rows. With `isFiltered` only for the rows, as the filter bar is already visible. */
export const ListSkeleton = ({ isFiltered }: { isFiltered: boolean }) => (
  <Skeleton label={texts.loading}>
    {!isFiltered && (
      <div className="filter-bar">
        <Bone height="2.875rem" />
        <div className="filter-bar__chips">
          <Bone width="19rem" height="2.25rem" />
        </div>
      </div>
    )}
    <div className="summary-list">
      <BoneRows count={6} />
    </div>
  </Skeleton>
)

/** Placeholder rows. */
export const BoneRows = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
    <div className="summary-row" key={row}>
      <span className="summary-row__picture">
        <Bone height="100%" />
      </span>
      <div className="summary-row__words">
        <Bone width="92%" />
        <Bone width="60%" />
        <Bone width="45%" height="0.875rem" />
      </div>
    </div>
  ))
