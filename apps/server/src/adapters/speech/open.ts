import { Agent } from 'undici'
import type { Speech } from '../../ports/speech.ts'
import { outboundFetch } from '../outbound/fetch.ts'
import { type BuiltInVoices, builtInReaders } from './built-in.ts'
import { callLimiter } from './call-limiter.ts'
import { createSpeech, type VoiceReader } from './create-speech.ts'
import { elevenlabsProtocol } from './elevenlabs.ts'
import { kokoroProtocol } from './kokoro.ts'
import { openaiProtocol } from './openai.ts'
import type { SpeechProtocol } from './protocol.ts'
import { remoteVoice, type SpeechService } from './remote-voice.ts'
import type { SentenceStore } from './sentence-store.ts'

export interface SpeechServiceConfig {
  provider: 'openai' | 'kokoro' | 'elevenlabs'
  /** Undefined: the public URL of the provider. */
  url: string | undefined
  key: string | undefined
  /** Undefined: the default of the provider. */
  model: string | undefined
  /** Ids of the voices to offer, the default first. */
  voices: readonly string[]
  parallel: number
  timeoutMs: number
  /** How long the service is not called after it failed. */
  failurePauseMs?: number
  /** Pause before the first retry; doubles for each further retry. */
  firstPauseMs?: number
}

export interface SpeechConfig {
  /** The preferred built-in voice also replaces voices that fail. */
  builtIn: { preferred: 'rms' | 'slt'; voices: BuiltInVoices }
  service?: SpeechServiceConfig | undefined
  sentences?: SentenceStore
}

/** For a whole summary. Must stay below the 15 minutes of the speech job. */
const deadlineMs = 12 * 60_000
const defaultFailurePauseMs = 60_000
const defaultFirstPauseMs = 500

/** Opens all configured voices: those of the service, if any, and the built-in ones, which the caller has to close. */
export function openSpeech({ builtIn, service, sentences }: SpeechConfig): Speech {
  const builtInVoices = builtInReaders(builtIn.preferred, builtIn.voices)
  const remote = service && openService(service)
  return createSpeech({
    readers: [...(remote?.readers ?? []), ...builtInVoices],
    fallback: builtInVoices[0],
    ...(sentences ? { sentences } : {}),
    async close() {
      await remote?.close()
    },
  })
}

function openService(config: SpeechServiceConfig): { readers: VoiceReader[]; close(): Promise<void> } {
  const { timeoutMs, parallel } = config
  const agent = new Agent()
  const closing = new AbortController()
  const service: SpeechService = {
    protocol: openProtocol(config),
    fetch: outboundFetch(agent),
    limiter: callLimiter(parallel),
    timeoutMs,
    failurePauseMs: config.failurePauseMs ?? defaultFailurePauseMs,
    firstPauseMs: config.firstPauseMs ?? defaultFirstPauseMs,
    pausedUntil: 0,
  }
  const { provider } = config
  const readers = config.voices.map((id): VoiceReader => {
    const voice = remoteVoice(service, id, config.url ? new URL(config.url).host : 'public')
    return {
      offered: { id: `${provider}:${id}`, name: displayName(provider, id), provider, key: voice.id },
      voice,
      deadlineMs,
    }
  })
  void fetchVoiceNames(service, readers, config.voices, closing.signal)
  return {
    readers,
    async close() {
      closing.abort()
      await agent.destroy()
    },
  }
}

function openProtocol({ provider, url, key, model }: SpeechServiceConfig): SpeechProtocol {
  if (provider === 'elevenlabs') return elevenlabsProtocol({ url, key, model })
  if (provider === 'openai') return openaiProtocol({ url, key, model })
  if (!url) throw new Error('Kokoro has no public URL. Set SPEECH_URL.')
  return kokoroProtocol({ url, key, model })
}

/** Best effort: until its name is known, or if it cannot be fetched, a voice is shown under its id. */
async function fetchVoiceNames(
  { protocol, fetch }: SpeechService,
  readers: VoiceReader[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { voiceNames } = protocol
  if (!voiceNames) return
  try {
    const response = await fetch({ ...voiceNames.request, deadlineMs: 10_000, maxBytes: 4 * 2 ** 20, signal })
    const names = voiceNames.read(response)
    for (const [index, reader] of readers.entries()) {
      const name = names.get(ids[index]!)?.trim().slice(0, 60)
      if (name) reader.offered = { ...reader.offered, name }
    }
  } catch {
    // The next start tries again.
  }
}

const accents: Record<string, string> = { a: 'American', b: 'British' }

/** `alloy` becomes "Alloy", Kokoro's `af_heart` becomes "Heart, American". Kokoro's voice mixtures keep their formula. */
function displayName(provider: SpeechServiceConfig['provider'], id: string): string {
  const [, accent, name] = (provider === 'kokoro' && /^([ab])[fm]_([a-z]+)$/.exec(id)) || []
  if (accent && name) return `${capitalize(name)}, ${accents[accent]}`
  return /^[a-z]+$/.test(id) ? capitalize(id) : id
}

const capitalize = (word: string): string => word[0]!.toUpperCase() + word.slice(1)
