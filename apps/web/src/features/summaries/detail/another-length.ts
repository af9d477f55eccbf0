import type { Preset, SummaryItem } from '@recaps/contract'
import { isReadable } from '../progress.ts'

/** As the contract has them, from the shortest on. */
const presets: readonly Preset[] = ['short', 'standard', 'long']

/** The next shorter and the next longer one that can be asked for; uploads cannot be asked for by anything that we keep. */
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
