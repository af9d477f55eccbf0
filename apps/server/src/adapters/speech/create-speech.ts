import type { SummaryContent, Timing } from '@recaps/contract/summary-content'
import { type Audio, produceAudio, type Script, type Voice } from '@recaps/speech'
import { ProviderError } from '../../errors.ts'
import type { AvailableVoice, Speech, SpeechTask } from '../../ports/speech.ts'
import type { SentenceStore } from './sentence-store.ts'

/** A voice offered to users, with its implementation. */
export interface VoiceReader {
  offered: AvailableVoice
  voice: Voice
  /** Time limit for a whole summary; beyond it the voice counts as failed. */
  deadlineMs?: number
}

export interface CreateSpeechOptions {
  /** The default first. */
  readers: readonly VoiceReader[]
  fallback: VoiceReader
  sentences?: SentenceStore
  close(): Promise<void>
}

/** Builds scripts and assembles the audio in the same way for all voices. */
export function createSpeech({ readers, fallback, sentences, close }: CreateSpeechOptions): Speech {
  async function produce(script: Script<string>, voice: AvailableVoice, options: ProduceOptions): Promise<Audio> {
    const reader = readers.find(({ offered }) => offered.key === voice.key)
    if (!reader) throw voiceFailed(voice, new Error('this voice is no longer configured'))
    const { signal, onProgress } = options
    const deadline = reader.deadlineMs === undefined ? [] : [AbortSignal.timeout(reader.deadlineMs)]
    try {
      return await produceAudio(script, {
        voice: reader.voice,
        signal: AbortSignal.any([signal, ...deadline]),
        ...(onProgress ? { onProgress } : {}),
        ...(sentences ? { cache: sentences } : {}),
      })
    } catch (error) {
      if (signal.aborted) throw error
      throw voiceFailed(voice, error)
    }
  }

  return {
    get voices() {
      return readers.map(({ offered }) => offered)
    },
    fallbackVoice: fallback.offered,
    async speak(task, voice, options) {
      const audio = await produce(scriptOf(task), voice, options)
      return {
        mp3: audio.mp3,
        durationMs: audio.durationMs,
        loudness: audio.loudnessLufs,
        timings: timingsOf(audio, task.content),
      }
    },
    say: async (text, voice, options) =>
      (await produce({ title: voice.name, sections: [{ sentences: [text] }] }, voice, options)).mp3,
    close,
  }
}

type ProduceOptions = { signal: AbortSignal; onProgress?(done: number, total: number): void }

const voiceFailed = (voice: AvailableVoice, cause: unknown): ProviderError =>
  new ProviderError({
    provider: voice.provider,
    code: 'voice_failed',
    retryable: true,
    detail: cause instanceof Error ? cause.message : String(cause),
    cause,
  })

function scriptOf({ content, title, artist, picture }: SpeechTask): Script<string> {
  return {
    title: title || content.headline,
    ...(artist ? { artist } : {}),
    ...(picture ? { picture: { bytes: picture.bytes, mimeType: picture.contentType } } : {}),
    lead: [content.headline, ...content.inThreePoints.map(point => point.text)],
    sections: content.sections.map(section => ({
      title: section.title,
      sentences: section.sentences.map(sentence => sentence.text),
    })),
  }
}

/** Maps positions in the script to the section and sentence of the summary. */
function timingsOf(audio: Audio, content: SummaryContent): Timing[] {
  const firstSentences: number[] = []
  let sentenceCount = 1 + content.inThreePoints.length
  for (const section of content.sections) {
    firstSentences.push(sentenceCount)
    sentenceCount += section.sentences.length
  }
  return audio.timings.map(line => ({
    section: line.section ?? -1,
    sentence:
      line.kind === 'title'
        ? -1
        : line.section === null
          ? line.sentence
          : line.sentence - firstSentences[line.section]!,
    startMs: line.startMs,
    endMs: line.endMs,
    words: line.words,
  }))
}
