import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'

const purpose = 'voice'
const lifetimeMs = 24 * 3600 * 1000
const stepMs = 6 * 3600 * 1000

/** An audio player sends no bearer token, so the signed link names the voice and session it is valid for. It works for a day. */
export interface PreviewGrant {
  voice: string
  sessionId: number
}

/** Stays the same for six hours, so that browsers can cache the preview. */
export function previewLink(grant: PreviewGrant, signer: Signer, clock: Clock): string {
  const expires = Math.ceil((clock.now().getTime() + lifetimeMs) / stepMs) * stepMs
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
