import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

const lines = ['100%', '97%', '92%', '99%', '60%', '96%', '94%', '98%', '40%']

export const DetailSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="detail-skeleton">
      <Bone width="75%" height="2rem" />
      <Bone width="45%" />
      <Bone height="7rem" />
      {lines.map(width => (
        <Bone key={width} width={width} height="1.125rem" />
      ))}
    </div>
  </Skeleton>
)
