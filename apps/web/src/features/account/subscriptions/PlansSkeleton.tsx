import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

export const PlansSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="plans-page">
      <Bone height="8rem" />
      <Bone height="12rem" />
      <Bone width="6rem" height="1.5rem" />
      <div className="plans__cards">
        {[1, 2, 3, 4, 5].map(card => (
          <div className="plan-card" key={card}>
            <Bone height="14rem" />
          </div>
        ))}
      </div>
    </div>
  </Skeleton>
)
