import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

/** Placeholder for the community reads line and the cards. */
export const PopularSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="popular__list">
      <Bone width="70%" />
      {[1, 2, 3, 4, 5].map(card => (
        <div className="popular-card" key={card}>
          <span className="popular-card__picture">
            <Bone height="100%" />
          </span>
          <div className="popular-card__words">
            <Bone width="92%" height="1.25rem" />
            <Bone width="60%" />
            <Bone width="45%" height="0.875rem" />
          </div>
        </div>
      ))}
    </div>
  </Skeleton>
)
