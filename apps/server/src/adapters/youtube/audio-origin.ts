import type { AudioFormat } from './player-body.ts'

/** Whether an audio track id such as `ja.4` marks the original recording. */
export const isOriginalTrack = (id: string | undefined): boolean => /\.4$/.test(id ?? '')

/** Whether an audio format is the original recording or a dub; null if YouTube does not say. */
export function audioOrigin({
  audioTrack,
  xtags = '',
}: Pick<AudioFormat, 'audioTrack' | 'xtags'>): 'original' | 'dub' | null {
  const tags = Buffer.from(xtags, 'base64').toString('latin1')
  if (audioTrack?.isAutoDubbed || /acont..dubbed/s.test(tags)) return 'dub'
  return isOriginalTrack(audioTrack?.id) || /acont..original/s.test(tags) ? 'original' : null
}
