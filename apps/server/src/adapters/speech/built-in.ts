import type { SummaryContent, Timing } from '@recaps/contract/summary-content'
import { type Audio, createVoice, type FliteVoice, produceAudio } from '@recaps/speech'
import { ProviderError } from '../../errors.ts'
import type { Speech } from '../../ports/speech.ts'
import type { SentenceStore } from './sentence-store.ts'

/** The built-in voice: speaks in worker threads, needs no key and no network. */
export function builtInSpeech(options: { voice: FliteVoice; threads: number; sentences?: SentenceStore }): Speech {
  const voice = createVoice({ voice: options.voice, workers: options.threads })
  return {
    id: voice.id,
    async speak({ content, title, artist, picture }, { signal, onProgress }) {
      const script = {
        title: title || content.headline,
        ...(artist ? { artist } : {}),
        ...(picture ? { picture: { bytes: picture.bytes, mimeType: picture.contentType } } : {}),
        lead: [content.headline, ...content.inThreePoints.map(point => point.text)],
        sections: content.sections.map(section => ({
          title: section.title,
          sentences: section.sentences.map(sentence => sentence.text),
        })),
      }
      try {
        const audio = await produceAudio(script, {
          voice,
          signal,
          onProgress,
          ...(options.sentences ? { cache: options.sentences } : {}),
        })
        return {
          mp3: audio.mp3,
          durationMs: audio.durationMs,
          loudness: audio.loudnessLufs,
          timings: timingsOf(audio, content),
        }
      } catch (error) {
        if (signal.aborted) throw error
        throw new ProviderError({ provider: voice.id, code: 'voice_failed', retryable: true, cause: error })
      }
    },
    close: () => voice.close(),
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
