import type { SoundOffer } from './player-body.ts'

/** Whether the id of an audio track, such as `ja.4`, is of the sound as it was recorded. */
export const isOriginalTrack = (id: string | undefined): boolean => /\.4$/.test(id ?? '')

/** Whether a sound is as it was recorded: for certain, for certain not, or not said. */
export function originOf({
  audioTrack,
  xtags = '',
}: Pick<SoundOffer, 'audioTrack' | 'xtags'>): 'original' | 'dub' | null {
  const tags = Buffer.from(xtags, 'base64').toString('latin1')
  if (audioTrack?.isAutoDubbed || /acont..dubbed/s.test(tags)) return 'dub'
  return isOriginalTrack(audioTrack?.id) || /acont..original/s.test(tags) ? 'original' : null
}
