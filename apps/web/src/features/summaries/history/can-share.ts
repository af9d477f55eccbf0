import type { SummaryItem } from '@recaps/contract'
import { isReadable } from '../progress.ts'

/** What is one's own and can be read; files of one's own are never shared. */
export const canShare = ({ access, state, videoInfo }: SummaryItem): boolean =>
  access === 'own' && videoInfo.videoUrl !== null && isReadable(state)
