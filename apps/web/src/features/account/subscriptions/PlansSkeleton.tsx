import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

export const PlansSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="plans-page">
      <div className="plans-page__pair">
        <Bone height="12rem" />
        <Bone height="12rem" />
      </div>
      <Bone width="6rem" height="1.5rem" />
      <Bone height="18rem" />
    </div>
  </Skeleton>
)
