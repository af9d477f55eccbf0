import type { SummaryItem } from '@recaps/contract'
import { isReadable } from '../progress.ts'

/** Whether the user owns the summary and its text is ready. Uploaded files cannot be shared. */
export const canShare = ({ access, state, videoInfo }: SummaryItem): boolean =>
  access === 'own' && videoInfo.videoUrl !== null && isReadable(state)
