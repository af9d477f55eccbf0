import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

/** Rows in the shape of the rows to come. */
export const ListSkeleton = () => (
  <Skeleton label={texts.loading}>
    {[1, 2, 3, 4, 5, 6].map(row => (
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
    ))}
  </Skeleton>
)
