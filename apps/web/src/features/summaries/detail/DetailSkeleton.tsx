import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

const lines = ['100%', '97%', '92%', '99%', '60%', '96%', '94%', '98%', '40%']

/** Placeholder with the layout of the loaded page. */
export const DetailSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="detail" data-has-video="">
      <div className="summary-head">
        <Bone width="75%" height="2.25rem" />
        <Bone width="45%" />
        <Bone width="60%" />
        <Bone width="85%" height="2.75rem" />
      </div>
      <div className="detail__rail">
        <span className="video-panel">
          <Bone height="100%" />
        </span>
        <div className="proof">
          <Bone height="0.5rem" />
          <Bone width="60%" height="1.25rem" />
        </div>
      </div>
      <div className="detail__main">
        <TextSkeleton />
      </div>
    </div>
  </Skeleton>
)

/** Placeholder for the text only, shown below the progress card. */
export const ComingTextSkeleton = () => (
  <Skeleton label={texts.loading}>
    <TextSkeleton />
  </Skeleton>
)

const TextSkeleton = () => (
  <div className="detail-skeleton">
    <Bone width="75%" height="1.5rem" />
    <Bone height="7rem" />
    {lines.map(width => (
      <Bone key={width} width={width} height="1.125rem" />
    ))}
  </div>
)
