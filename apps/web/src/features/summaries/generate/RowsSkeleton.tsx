import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

/** Placeholder for a list of videos. */
export const RowsSkeleton = ({ rows }: { rows: readonly (string | number)[] }) => (
  <Skeleton label={texts.loading}>
    <div className="batch__list">
      {rows.map(row => (
        <div className="batch__row" key={row}>
          <Bone height="3rem" />
          <Bone width="70%" />
        </div>
      ))}
    </div>
  </Skeleton>
)
