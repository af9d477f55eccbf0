import { Banner } from '../../ui/Banner.tsx'
import { texts } from '../texts.ts'

/** Only users have data stored for offline use. */
export const OfflineBanner = ({ isVisitor }: { isVisitor?: boolean }) => (
  <Banner tone="warning">{isVisitor ? texts.offlineVisitor : texts.offline}</Banner>
)
