import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import type { SummaryContent, Timing } from '@recaps/contract/summary-content'
import { looksLikeAudio, signatureBytes } from '@recaps/domain/audio-file'
import { captionExtension } from '@recaps/domain/captions/file-names'
import { truncateName } from '@recaps/domain/file-name'
import type { Segment, TranscriptKind } from '@recaps/domain/transcript'
import { parseVideoLink, watchUrl } from '@recaps/domain/video-url'
import type { Engines } from '../compose-adapters.ts'
import { AppError, ProviderError } from '../errors.ts'
import type { AvailableVoice, Speech, SpeechTask, SpokenSummary } from '../ports/speech.ts'
import { type Cost, createInMemoryCheckpoint } from '../ports/summarizer.ts'
import type { ReadTranscript } from '../ports/transcripts.ts'
import type { RecapOptions } from './arguments.ts'
import { linkErrorMessage } from './link-error-message.ts'
import { assertOutputWritable, chooseOutputName } from './output.ts'
import type { ProgressBar } from './progress-bar.ts'
import { recordingInput, transcribeRecording } from './transcribe-recording.ts'

export interface RecapOutput {
  /** File name without extension. */
  name: string
  markdown: string
  mp3: Uint8Array | null
  json: {
    video: VideoFacts
    transcript: {
      kind: TranscriptKind
      language: string
      quality: string
      words: number
      spokenUntilMs: number
      segments: Segment[]
    }
    summary: { text: string } & Pick<
      SummaryContent,
      'headline' | 'inThreePoints' | 'sections' | 'engine' | 'version' | 'support'
    >
    coverage: SummaryContent['coverage']
    promotion: SummaryContent['promotion']
    audio: { file: string; readBy: string; durationMs: number; timings: Timing[] } | null
    timing: { captionsMs: number; summaryMs: number; audioMs: number | null }
    /** Null for an engine that is free. */
    cost: Cost | null
  }
}

interface VideoFacts {
  videoId: string | null
  url: string | null
  title: string
  channel: string
  description: string | null
  durationMs: number
  chapters: { title: string; startMs: number }[]
}

interface Source {
  name: string
  video: Omit<VideoFacts, 'durationMs'> & { durationMs: number | null }
  transcript: ReadTranscript
}

/** Runs the whole pipeline for one video without a server: from a link or file to text and audio. */
export async function makeRecap(
  options: RecapOptions,
  engines: Engines,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<RecapOutput> {
  const stopwatch = startStopwatch()
  bar.show('Reading captions')
  const source = await openSource(options, engines, bar, signal)
  const { transcript } = source
  const video: VideoFacts = {
    ...source.video,
    durationMs: Math.max(source.video.durationMs ?? 0, transcript.spokenUntilMs),
  }
  const captionsMs = stopwatch()
  if (video.durationMs > longestMs) throw new AppError('too_long')

  const { content: written, cost } = await engines.summarizer.write(
    {
      ...video,
      transcript: transcript.packed,
      kind: transcript.kind,
      language: transcript.language,
      preset: 'standard',
      focus: null,
    },
    {
      signal,
      notebook: createInMemoryCheckpoint(),
      onProgress: ({ stage, done, total }) => bar.show(stage === 'checking' ? 'Checking' : 'Summarizing', done, total),
    },
  )
  const content = engines.summarizer.fit(written, options.maxLength)
  const summaryMs = stopwatch()

  const spoken = options.audio
    ? await readAloud({ content, title: video.title, artist: video.channel, picture: null }, engines.speech, {
        signal,
        onProgress: (done, total) => bar.show('Speaking', done, total),
      })
    : null
  const audioMs = spoken && stopwatch()
  return {
    name: source.name,
    markdown: withHeading(
      video,
      engines.summarizer.markdown(content, video.url ? { videoUrl: video.url } : { times: true }),
    ),
    mp3: spoken?.mp3 ?? null,
    json: {
      video,
      transcript: {
        kind: transcript.kind,
        language: transcript.language,
        quality: content.transcript.quality,
        words: transcript.words,
        spokenUntilMs: transcript.spokenUntilMs,
        segments: await engines.transcripts.segments(transcript.packed),
      },
      summary: {
        text: engines.summarizer.markdown(content),
        headline: content.headline,
        inThreePoints: content.inThreePoints,
        sections: content.sections,
        support: content.support,
        engine: content.engine,
        version: content.version,
      },
      coverage: content.coverage,
      promotion: content.promotion,
      audio: spoken && {
        file: `${source.name}.mp3`,
        readBy: spoken.readBy,
        durationMs: spoken.durationMs,
        timings: spoken.timings,
      },
      timing: { captionsMs, summaryMs, audioMs },
      cost,
    },
  }
}

/** Uses the default voice; if that fails, the built-in voice, which needs no external service. */
async function readAloud(
  task: SpeechTask,
  speech: Speech,
  options: Parameters<Speech['speak']>[2],
): Promise<SpokenSummary & { readBy: string }> {
  const { voices, fallbackVoice } = speech
  const readBy = async (voice: AvailableVoice) => ({
    ...(await speech.speak(task, voice, options)),
    readBy: voice.name,
  })
  const first = voices[0] ?? fallbackVoice
  if (first.key === fallbackVoice.key) return await readBy(fallbackVoice)
  return await readBy(first).catch(error => {
    if (options.signal.aborted) throw error
    return readBy(fallbackVoice)
  })
}

const longestMs = 12 * 3600 * 1000
const largestFileBytes = 5 * 1024 * 1024

async function openSource(
  { input, out, audio }: RecapOptions,
  engines: Engines,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<Source> {
  if (existsSync(input)) return await openFile({ file: input, out, audio }, engines, bar, signal)
  const link = parseVideoLink(input)
  if (link.kind === 'refused') throw new AppError('invalid_id', linkErrorMessage(input, link.reason))
  assertOutputWritable(out, link.videoId, audio)
  return await openVideo(link.videoId, engines, bar, signal)
}

async function openFile(
  { file, out, audio }: { file: string; out: string; audio: boolean },
  engines: Engines,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<Source> {
  const stats = statSync(file)
  if (stats.isDirectory())
    throw new AppError('upload_unreadable', `${file} is a folder. Pass a caption file or recording.`)
  if (!stats.isFile()) throw new AppError('upload_unreadable', `${file} is not a file.`)
  const isRecording = looksLikeAudio(readStart(file))
  if (isRecording && !engines.transcriber) throw new AppError('upload_unreadable', speechToTextMissing(file))
  if (!isRecording && stats.size > largestFileBytes)
    throw new AppError('upload_unreadable', 'This file is larger than 5 MB.')
  const title = path.basename(file).replace(isRecording ? /\.\w{1,5}$/ : captionExtension, '') || 'captions'
  // ".json" may be longer than the extension it replaces.
  const name = chooseOutputName(out, truncateName(title, 250, 250) || 'captions', file)
  assertOutputWritable(out, name, audio)
  const transcript = isRecording
    ? await transcribeRecording(recordingInput(file, stats), engines, bar, signal)
    : await engines.transcripts.read(
        { kind: 'uploaded', language: 'und', body: readFileSync(file), fileName: path.basename(file) },
        { signal },
      )
  return {
    name,
    video: { videoId: null, url: null, title, channel: '', description: null, durationMs: null, chapters: [] },
    transcript,
  }
}

const speechToTextMissing = (file: string): string =>
  `${file} is a recording. Set STT_URL or STT_KEY to have it transcribed, or pass its caption file.`

function readStart(file: string): Uint8Array {
  const descriptor = openSync(file, 'r')
  try {
    const start = new Uint8Array(signatureBytes)
    return start.subarray(0, readSync(descriptor, start))
  } finally {
    closeSync(descriptor)
  }
}

async function openVideo(videoId: string, engines: Engines, bar: ProgressBar, signal: AbortSignal): Promise<Source> {
  const { title, channel, description, durationMs, chapters } = await engines.videos.find(videoId, { signal })
  return {
    name: videoId,
    video: { videoId, url: watchUrl(videoId), title, channel, description, durationMs, chapters },
    transcript: await readOrTranscribe(videoId, engines, bar, signal),
  }
}

/** Reads the captions of a video; transcribes its audio if it has none and speech to text is set up. */
async function readOrTranscribe(
  videoId: string,
  engines: Engines,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<ReadTranscript> {
  try {
    const { kind, language, body } = await engines.captions.read(videoId, { signal })
    return await engines.transcripts.read({ kind, language, body }, { signal })
  } catch (error) {
    const hasNone = error instanceof ProviderError && error.code === 'no_captions'
    if (!hasNone || !engines.transcriber) throw error
    const recording = {
      name: videoId,
      download: (file: string, options: { signal: AbortSignal }) => engines.videoAudio.download(videoId, file, options),
    }
    return await transcribeRecording(recording, engines, bar, signal)
  }
}

function withHeading(video: VideoFacts, text: string): string {
  const heading = [
    `# ${escaped(video.title)}`,
    video.channel && `${escaped(video.channel)}`,
    video.url && `<${video.url}>`,
  ]
  return `${heading.filter(Boolean).join('\n\n')}\n\n${text}\n`
}

/** Titles come from outside and must not be interpreted as Markdown. */
const escaped = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').replace(/[\\`*_{}[\]<>#|]/g, '\\$&')

function startStopwatch(): () => number {
  let last = performance.now()
  return () => {
    const ms = Math.round(performance.now() - last)
    last = performance.now()
    return ms
  }
}
