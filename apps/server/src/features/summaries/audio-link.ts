import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'

const purpose = 'audio'
const lifeMs = 24 * 3600 * 1000
const stepMs = 6 * 3600 * 1000

/** A player cannot send a bearer token, so the link itself carries who may hear it: one entry, one session, for a day. */
export interface AudioGrant {
  /** Of the user's entry, or the handle of a community read. */
  summaryId: number
  sessionId: number
}

/** The same link for six hours, so that the browser's cache is of use; every request is checked against the living session. */
export function audioLink(grant: AudioGrant, mp3Key: string, signer: Signer, clock: Clock): string {
  const file = fileOf(mp3Key)
  const expires = Math.ceil((clock.now().getTime() + lifeMs) / stepMs) * stepMs
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

/** Whoever has the share token hears it too: no session, no signature, and no sound once the sharing is over. */
export const sharedAudioLink = (shareToken: string, mp3Key: string): string =>
  `/audio/shared/${shareToken}/${fileOf(mp3Key)}`

export const fileOf = (mp3Key: string): string => mp3Key.slice(mp3Key.lastIndexOf('/') + 1)

const signedText = (grant: AudioGrant, file: string, expires: number): string =>
  [grant.summaryId, grant.sessionId, file, expires].join('|')
