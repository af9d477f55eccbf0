import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'

const purpose = 'voice'
const lifeMs = 24 * 3600 * 1000
const stepMs = 6 * 3600 * 1000

/** A player cannot send a bearer token, so the link itself says which voice may be heard, and by which session, for a day. */
export interface PreviewGrant {
  voice: string
  sessionId: number
}

/** The same link for six hours, so that the browser's cache is of use. */
export function previewLink(grant: PreviewGrant, signer: Signer, clock: Clock): string {
  const expires = Math.ceil((clock.now().getTime() + lifeMs) / stepMs) * stepMs
  const signature = signer.sign(purpose, signedText(grant, expires))
  const voice = encodeURIComponent(grant.voice)
  return `/audio/voices/${voice}?session=${grant.sessionId}&expires=${expires}&signature=${signature}`
}

export function readPreviewLink(
  link: { voice: string; session: string; expires: string; signature: string },
  signer: Signer,
  clock: Clock,
): PreviewGrant | null {
  const grant = { voice: link.voice, sessionId: Number(link.session) }
  const expires = Number(link.expires)
  if (!signer.verify(purpose, signedText(grant, expires), link.signature)) return null
  return clock.now().getTime() < expires ? grant : null
}

const signedText = ({ voice, sessionId }: PreviewGrant, expires: number): string =>
  [voice, sessionId, expires].join('|')
