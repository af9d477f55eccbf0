import { Banner } from '../../ui/Banner.tsx'
import { texts } from '../texts.ts'

/** Users have what they read lately; visitors have nothing here. */
export const OfflineBanner = ({ isVisitor }: { isVisitor?: boolean }) => (
  <Banner tone="warning">{isVisitor ? texts.offlineVisitor : texts.offline}</Banner>
)
