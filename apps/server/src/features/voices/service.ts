import { createHash } from 'node:crypto'
import type { VoiceResponse } from '@recaps/contract/voices'
import type { StoredKind } from '../../database/check-storage.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import type { AvailableVoice, Speech } from '../../ports/speech.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { previewLink, readPreviewLink } from './preview-link.ts'

export interface VoicesDeps {
  speech: Speech
  storage: Storage
  signer: Signer
  clock: Clock
  limits: Limits
  logger: Logger
  /** Id of the voice the user chose; null for the default. */
  chosenVoice(trx: Trx, userId: number): Promise<string | null>
  /** Returns null if the session has ended. Preview links are bound to a session. */
  sessionById(sessionId: number): Promise<Session | null>
}

const unavailable = 'This voice is not available here. Choose one from the list.'
const previewSentence = 'This is how I sound when I read a summary to you.'
/** Short, because a user is waiting for the preview to play. */
const previewDeadlineMs = 30_000

/** The available voices, their previews, and the voice of each user. */
export function createVoices(deps: VoicesDeps) {
  const { speech, storage, signer, clock, limits } = deps
  const pending = new Map<string, Promise<void>>()

  /** Concurrent requests for the same preview share one call. */
  async function speakPreview(name: string, voice: AvailableVoice): Promise<void> {
    const preview = pending.get(name) ?? speakAndStore(name, voice).finally(() => pending.delete(name))
    pending.set(name, preview)
    await preview
  }

  async function speakAndStore(name: string, voice: AvailableVoice): Promise<void> {
    try {
      await storage.put(
        name,
        await speech.say(previewSentence, voice, { signal: AbortSignal.timeout(previewDeadlineMs) }),
      )
    } catch (error) {
      deps.logger.warn({ err: error, voice: voice.key }, 'voice preview failed')
      throw new AppError('voice_failed', 'This voice isn’t available right now. Try again in a minute.')
    }
  }

  return {
    list: ({ sessionId }: Session): { data: VoiceResponse[] } => ({
      data: speech.voices.map(({ id, name, provider }, index) => ({
        id,
        name,
        provider,
        previewUrl: previewLink({ voice: id, sessionId }, signer, clock),
        isDefault: index === 0,
      })),
    }),

    /** The voice for the user's summaries: the chosen one, or the default if that is no longer available. */
    async forUser(trx: Trx, userId: number): Promise<AvailableVoice> {
      const chosen = await deps.chosenVoice(trx, userId)
      return speech.voices.find(({ id }) => id === chosen) ?? speech.voices[0] ?? speech.fallbackVoice
    },

    /** Throws `invalid_request` if the voice is not available. */
    byId(id: string): AvailableVoice {
      const voice = speech.voices.find(candidate => candidate.id === id)
      if (!voice) throw new AppError('invalid_request', unavailable)
      return voice
    },

    /** The stored file of a preview link. Generated on the first request. */
    async previewFile(link: Parameters<typeof readPreviewLink>[0]): Promise<string> {
      const grant = readPreviewLink(link, signer, clock)
      const session = grant && (await deps.sessionById(grant.sessionId))
      const voice = session && speech.voices.find(({ id }) => id === grant.voice)
      if (!voice) throw new AppError('not_found')
      const name = previewName(voice)
      if ((await storage.size(name)) === null) {
        await limits.take('voice', String(session.userId))
        await speakPreview(name, voice)
      }
      return name
    },

    /** Previews of voices that are no longer available match no name, so they are deleted. */
    storedKind: {
      name: 'preview',
      prefix: 'voices/',
      namePattern: /^voices\/[0-9a-f]{64}\.mp3$/,
      findReferenced: async () => speech.voices.map(previewName),
    } satisfies StoredKind,
  }
}

function previewName(voice: AvailableVoice): string {
  const hash = createHash('sha256').update(`${voice.key}\n${previewSentence}`).digest('hex')
  return `voices/${hash}.mp3`
}

export type Voices = ReturnType<typeof createVoices>
