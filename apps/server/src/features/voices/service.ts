import { createHash } from 'node:crypto'
import type { VoiceResponse } from '@recaps/contract/voices'
import type { StoredKind } from '../../database/check-storage.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import type { OfferedVoice, Speech } from '../../ports/speech.ts'
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
  /** Id of the voice that a user has chosen. */
  chosenBy(trx: Trx, userId: number): Promise<string | null>
  /** Whether a session still lives, for links that are bound to one. */
  sessionById(sessionId: number): Promise<Session | null>
}

const notOffered = 'This voice is not offered here. Choose one of the list.'
const previewSentence = 'This is how I sound when I read a summary to you.'
/** Somebody has pressed a button and waits. */
const previewDeadlineMs = 30_000

/** The voices that summaries are read in, and who has chosen which. */
export function createVoices(deps: VoicesDeps) {
  const { speech, storage, signer, clock, limits } = deps
  const underWay = new Map<string, Promise<void>>()

  /** By everybody who asks at the same time, once. */
  async function speakPreview(name: string, voice: OfferedVoice): Promise<void> {
    const speaking = underWay.get(name) ?? speakAndStore(name, voice).finally(() => underWay.delete(name))
    underWay.set(name, speaking)
    await speaking
  }

  async function speakAndStore(name: string, voice: OfferedVoice): Promise<void> {
    try {
      await storage.put(
        name,
        await speech.say(previewSentence, voice, { signal: AbortSignal.timeout(previewDeadlineMs) }),
      )
    } catch (error) {
      deps.logger.warn({ err: error, voice: voice.key }, 'a voice could not be heard')
      throw new AppError('voice_failed', 'This voice cannot be heard right now. Try again in a minute.')
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

    /** The voice that reads to this user: the chosen one, or the default where that is not there any more. */
    async ofUser(trx: Trx, userId: number): Promise<OfferedVoice> {
      const chosen = await deps.chosenBy(trx, userId)
      return speech.voices.find(({ id }) => id === chosen) ?? speech.voices[0] ?? speech.standIn
    },

    /** Throws for an id that is not offered. */
    named(id: string): OfferedVoice {
      const voice = speech.voices.find(offered => offered.id === id)
      if (!voice) throw new AppError('invalid_request', notOffered)
      return voice
    },

    /** The stored file behind the link of a preview, spoken when it is asked for the first time. */
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

    /** Previews of voices that are not offered any more go. */
    storedKind: {
      name: 'preview',
      prefix: 'voices/',
      form: /^voices\/[0-9a-f]{64}\.mp3$/,
      namedAmong: async () => speech.voices.map(previewName),
    } satisfies StoredKind,
  }
}

function previewName(voice: OfferedVoice): string {
  const hash = createHash('sha256').update(`${voice.key}\n${previewSentence}`).digest('hex')
  return `voices/${hash}.mp3`
}

export type Voices = ReturnType<typeof createVoices>
