import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { texts } from './texts.ts'

/** Two skeleton cards with the layout of the loaded ones. */
export const ScheduleSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="schedule">
      <div className="card">
        <Bone width="11rem" height="1.5rem" />
        <Bone width="min(22rem, 90%)" height="1.75rem" />
        <Bone width="14rem" height="0.875rem" />
        <Bone width="min(20rem, 80%)" />
        <Bone width="min(19rem, 100%)" height="2.75rem" />
      </div>
      <div className="card">
        <Bone width="7rem" height="1.5rem" />
        {[1, 2, 3, 4].map(row => (
          <div className="channel-row" key={row}>
            <span className="schedule__round-bone">
              <Bone width="2.75rem" height="2.75rem" />
            </span>
            <div className="channel-row__words">
              <Bone width="60%" />
              <Bone width="40%" height="0.875rem" />
            </div>
          </div>
        ))}
      </div>
    </div>
  </Skeleton>
)
