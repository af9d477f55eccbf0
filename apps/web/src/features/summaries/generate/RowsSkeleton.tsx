import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

/** Rows in the place of videos whose list is on its way. */
export const RowsSkeleton = ({ rows }: { rows: readonly (string | number)[] }) => (
  <Skeleton label={texts.looking}>
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
