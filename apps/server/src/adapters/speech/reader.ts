import type { SummaryContent, Timing } from '@recaps/contract/summary-content'
import { type Audio, produceAudio, type Script, type Voice } from '@recaps/speech'
import { ProviderError } from '../../errors.ts'
import type { OfferedVoice, Speech, SpeechTask } from '../../ports/speech.ts'
import type { SentenceStore } from './sentence-store.ts'

/** A voice that is offered, and what speaks in it. */
export interface Reader {
  offered: OfferedVoice
  voice: Voice
  /** How long a whole summary may take: past that the voice counts as one that cannot. */
  deadlineMs?: number
}

export interface ReadersOptions {
  /** The default first. */
  readers: readonly Reader[]
  standIn: Reader
  sentences?: SentenceStore
  close(): Promise<void>
}

/** The speech of any voices: what is read in which order, and what becomes of the sound, is the same for all of them. */
export function speechOf({ readers, standIn, sentences, close }: ReadersOptions): Speech {
  async function produce(script: Script<string>, by: OfferedVoice, options: Options): Promise<Audio> {
    const reader = readers.find(({ offered }) => offered.key === by.key)
    if (!reader) throw cannotSpeak(by, new Error('this voice is not set up any more'))
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
      throw cannotSpeak(by, error)
    }
  }

  return {
    get voices() {
      return readers.map(({ offered }) => offered)
    },
    standIn: standIn.offered,
    async speak(task, by, options) {
      const audio = await produce(scriptOf(task), by, options)
      return {
        mp3: audio.mp3,
        durationMs: audio.durationMs,
        loudness: audio.loudnessLufs,
        timings: timingsOf(audio, task.content),
      }
    },
    say: async (text, by, options) =>
      (await produce({ title: by.name, sections: [{ sentences: [text] }] }, by, options)).mp3,
    close,
  }
}

type Options = { signal: AbortSignal; onProgress?(done: number, total: number): void }

const cannotSpeak = (by: OfferedVoice, cause: unknown): ProviderError =>
  new ProviderError({
    provider: by.provider,
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

/** From places in the script to places in the summary: which section, and which of its sentences. */
function timingsOf(audio: Audio, content: SummaryContent): Timing[] {
  const firstOf: number[] = []
  let counted = 1 + content.inThreePoints.length
  for (const section of content.sections) {
    firstOf.push(counted)
    counted += section.sentences.length
  }
  return audio.timings.map(line => ({
    section: line.section ?? -1,
    sentence:
      line.kind === 'title' ? -1 : line.section === null ? line.sentence : line.sentence - firstOf[line.section]!,
    startMs: line.startMs,
    endMs: line.endMs,
    words: line.words,
  }))
}
