import { Agent } from 'undici'
import type { Speech } from '../../ports/speech.ts'
import { outboundFetch } from '../outbound/fetch.ts'
import { type BuiltInVoices, builtInReaders } from './built-in.ts'
import { callGate } from './call-gate.ts'
import { elevenlabsProtocol } from './elevenlabs.ts'
import { kokoroProtocol } from './kokoro.ts'
import { openaiProtocol } from './openai.ts'
import type { Protocol } from './protocol.ts'
import { type Reader, speechOf } from './reader.ts'
import { remoteVoice, type Service } from './remote-voice.ts'
import type { SentenceStore } from './sentence-store.ts'

export interface SpeechServiceConfig {
  provider: 'openai' | 'kokoro' | 'elevenlabs'
  /** Undefined: the public address of the provider. */
  url: string | undefined
  key: string | undefined
  /** Undefined: the usual one of the provider. */
  model: string | undefined
  /** Ids of its voices that are offered, the default first. */
  voices: readonly string[]
  parallel: number
  timeoutMs: number
  /** How long the service is left alone after it could not be had. */
  restMs?: number
  /** Before it is asked for the second time; twice as long before each further one. */
  firstPauseMs?: number
}

export interface SpeechConfig {
  /** The built-in voices, and which of them is preferred and stands in for others. */
  builtIn: { preferred: 'rms' | 'slt'; voices: BuiltInVoices }
  service?: SpeechServiceConfig | undefined
  sentences?: SentenceStore
}

/** A summary that is not spoken by then never will be; the job of speaking has 15 minutes. */
const deadlineMs = 12 * 60_000
const usualRestMs = 60_000
const usualPauseMs = 500

/** All voices that are set up: those of the service that is configured, and always the built-in ones, which whoever opened them closes. */
export function openSpeech({ builtIn, service, sentences }: SpeechConfig): Speech {
  const own = builtInReaders(builtIn.preferred, builtIn.voices)
  const remote = service && openService(service)
  return speechOf({
    readers: [...(remote?.readers ?? []), ...own],
    standIn: own[0],
    ...(sentences ? { sentences } : {}),
    async close() {
      await remote?.close()
    },
  })
}

function openService(config: SpeechServiceConfig): { readers: Reader[]; close(): Promise<void> } {
  const { timeoutMs, parallel } = config
  const agent = new Agent()
  const closing = new AbortController()
  const service: Service = {
    protocol: protocolOf(config),
    fetch: outboundFetch(agent),
    gate: callGate(parallel),
    timeoutMs,
    restMs: config.restMs ?? usualRestMs,
    firstPauseMs: config.firstPauseMs ?? usualPauseMs,
    restsUntil: 0,
  }
  const { provider } = config
  const readers = config.voices.map((id): Reader => {
    const voice = remoteVoice(service, id, config.url ? new URL(config.url).host : 'public')
    return {
      offered: { id: `${provider}:${id}`, name: nameOf(provider, id), provider, key: voice.id },
      voice,
      deadlineMs,
    }
  })
  void learnNames(service, readers, config.voices, closing.signal)
  return {
    readers,
    async close() {
      closing.abort()
      await agent.destroy()
    },
  }
}

function protocolOf({ provider, url, key, model }: SpeechServiceConfig): Protocol {
  if (provider === 'elevenlabs') return elevenlabsProtocol({ url, key, model })
  if (provider === 'openai') return openaiProtocol({ url, key, model })
  if (!url) throw new Error('Kokoro has no public address: name one')
  return kokoroProtocol({ url, key, model })
}

/** Names are nice to have: until they are known, and where they cannot be had, a voice is called by its id. */
async function learnNames(
  { protocol, fetch }: Service,
  readers: Reader[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { namesOfVoices } = protocol
  if (!namesOfVoices) return
  try {
    const answer = await fetch({ ...namesOfVoices.request, deadlineMs: 10_000, maxBytes: 4 * 2 ** 20, signal })
    const names = namesOfVoices.read(answer)
    for (const [index, reader] of readers.entries()) {
      const name = names.get(ids[index]!)?.trim().slice(0, 60)
      if (name) reader.offered = { ...reader.offered, name }
    }
  } catch {
    // The next start asks again.
  }
}

const accents: Record<string, string> = { a: 'American', b: 'British' }

/** `alloy` is Alloy; of Kokoro, `af_heart` is Heart, American. Mixtures keep their formula. */
function nameOf(provider: SpeechServiceConfig['provider'], id: string): string {
  const [, accent, name] = (provider === 'kokoro' && /^([ab])[fm]_([a-z]+)$/.exec(id)) || []
  if (accent && name) return `${capital(name)}, ${accents[accent]}`
  return /^[a-z]+$/.test(id) ? capital(id) : id
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)
