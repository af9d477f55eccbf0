import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

/** Search, chips and rows in the shape of those to come; `isFiltered` where search and chips are there already. */
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

/** Rows in outline. */
export const BoneRows = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: outlines never move
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
