import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'

const purpose = 'audio'
const lifetimeMs = 24 * 3600 * 1000
const stepMs = 6 * 3600 * 1000

/** Audio players cannot send a bearer token, so the link itself grants access: one summary, one session, for a day. */
export interface AudioGrant {
  /** Id of the user's summary, or the public id of a community read. */
  summaryId: number
  sessionId: number
}

/** The link stays the same for six hours so that browsers can cache the file. Each request still requires a live session. */
export function audioLink(grant: AudioGrant, mp3Key: string, signer: Signer, clock: Clock): string {
  const file = audioFileName(mp3Key)
  const expires = Math.ceil((clock.now().getTime() + lifetimeMs) / stepMs) * stepMs
  const signature = signer.sign(purpose, signedText(grant, file, expires))
  return `/audio/${grant.summaryId}/${file}?session=${grant.sessionId}&expires=${expires}&signature=${signature}`
}

export function readAudioLink(
  link: { summaryId: string; file: string; session: string; expires: string; signature: string },
  signer: Signer,
  clock: Clock,
): AudioGrant | null {
  const grant = { summaryId: Number(link.summaryId), sessionId: Number(link.session) }
  const expires = Number(link.expires)
  if (!signer.verify(purpose, signedText(grant, link.file, expires), link.signature)) return null
  return clock.now().getTime() < expires ? grant : null
}

/** The share token is the only credential: no session and no signature. The link stops working when sharing ends. */
export const sharedAudioLink = (shareToken: string, mp3Key: string): string =>
  `/audio/shared/${shareToken}/${audioFileName(mp3Key)}`

export const audioFileName = (mp3Key: string): string => mp3Key.slice(mp3Key.lastIndexOf('/') + 1)

const signedText = (grant: AudioGrant, file: string, expires: number): string =>
  [grant.summaryId, grant.sessionId, file, expires].join('|')
