import type { Preset, SummaryItem } from '@recaps/contract'
import { isReadable } from '../progress.ts'

/** From shortest to longest. */
const presets: readonly Preset[] = ['short', 'standard', 'long']

/** The next shorter and longer length available. None for uploads, whose files are not stored. */
export function otherLengths({
  access,
  state,
  preset,
  videoInfo,
}: Pick<SummaryItem, 'access' | 'state' | 'preset' | 'videoInfo'>): { shorter?: Preset; longer?: Preset } {
  if (access !== 'own' || !isReadable(state) || videoInfo.videoUrl === null) return {}
  const at = presets.indexOf(preset)
  const [shorter, longer] = [presets[at - 1], presets[at + 1]]
  return { ...(shorter && { shorter }), ...(longer && { longer }) }
}
