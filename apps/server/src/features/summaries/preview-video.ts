import { failure, failures, videoFailureSentence } from '@recaps/contract/failures'
import type { MonthlyUsageResponse } from '@recaps/contract/subscriptions'
import type { Preset, Preview, VideoInfo } from '@recaps/contract/summaries'
import { chooseCaptionTrack } from '@recaps/domain/caption-track'
import { looksLikeMusic } from '@recaps/domain/looks-like-music'
import type { VideoDetails } from '@recaps/domain/video-details'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Videos } from '../../ports/videos.ts'
import type { Thumbnails } from '../youtube/thumbnails.ts'
import { freshForMs } from './jobs.ts'
import { requestKey } from './keys.ts'
import { presentVideo, type VideoFacts } from './present.ts'
import {
  findReadableRecap,
  findRecentStepTimes,
  findTranscript,
  findVideo,
  type RecapRow,
  saveVideo,
} from './recaps-repository.ts'
import { findSummariesForVideo } from './summaries-repository.ts'
import { isBlockedVideo, mayKnowRecap } from './visibility.ts'

export interface VideoPreviewDeps {
  db: Db
  clock: Clock
  videos: Videos
  summarizer: Summarizer
  transcriber: Transcriber | undefined
  thumbnails: Thumbnails
}

type VideoPreview = Pick<
  Preview,
  'videoInfo' | 'captions' | 'captionLanguage' | 'code' | 'error' | 'retryAt' | 'doubt'
> & {
  durationMs: number | null
}

type PredictedField = 'captions' | 'captionLanguage' | 'code' | 'error'

/** A preview must not reveal to a user without a summary of the video whether another user has one. */
export function createVideoPreviews({ db, clock, videos, summarizer, transcriber, thumbnails }: VideoPreviewDeps) {
  /** Stored details of a video, for a user who has a summary of it. YouTube may return less than it did before. */
  const stored = async (videoId: string): Promise<VideoInfo> =>
    presentVideo((await findVideo(db, videoId))!, thumbnails.addressOf(videoId))

  const justFetched = (video: VideoDetails): VideoInfo =>
    presentVideo(factsOf(video), thumbnails.freshAddressOf(video.videoId))

  /** Fetches the details from YouTube. If the video cannot be summarized, the preview contains the reason. */
  async function fetchPreview(videoId: string, hasSummary: boolean): Promise<VideoPreview> {
    const shown = (video: VideoDetails) => (hasSummary ? stored(videoId) : justFetched(video))
    try {
      const video = await videos.find(videoId)
      await saveVideo(db, video, clock.now())
      return {
        videoInfo: await shown(video),
        ...predicted(video),
        retryAt: null,
        doubt: looksLikeMusic(video) ? 'no_speech' : null,
        durationMs: video.durationMs,
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.video) await saveVideo(db, error.video, clock.now())
      return {
        videoInfo: error.video ? await shown(error.video) : presentVideo(unknownFacts(videoId), null),
        captions: 'unknown',
        captionLanguage: null,
        code: error.code,
        error: videoFailureSentence(error.code),
        // Only deferred videos are retried automatically.
        retryAt: failure(error.code).kind === 'deferred' ? (error.retryAt?.toISOString() ?? null) : null,
        doubt: null,
        durationMs: null,
      }
    }
  }

  /** The captions of the video, and the failure that a summary of it would end in, if any. */
  function predicted({ captionLanguages, wasLive }: VideoDetails): Pick<VideoPreview, PredictedField> {
    const track = captionLanguages && chooseCaptionTrack(captionLanguages)
    // Captions of an ended live stream may still appear.
    const isUnknown = captionLanguages === null || (!track && wasLive === true)
    const captions = isUnknown ? 'unknown' : (track?.kind ?? 'none')
    const isUnsupportedLanguage = track !== null && !summarizer.supportsLanguage(track.language)
    const hasNoText = captions === 'none' && !transcriber
    const code = isUnsupportedLanguage ? 'language_unsupported' : hasNoText ? 'no_captions' : null
    return { captions, captionLanguage: track?.language ?? null, code, error: code && failures[code].sentence }
  }

  async function storedPreview(recap: RecapRow | undefined): Promise<VideoPreview | null> {
    const transcript = recap && (await findTranscript(db, recap.transcript_id!))
    const video = recap && (await findVideo(db, recap.video_id))
    if (!transcript || !video) return null
    return {
      videoInfo: presentVideo(video, thumbnails.addressOf(video.video_id)),
      captions: captionsOfKind[transcript.kind],
      captionLanguage: transcript.language,
      code: null,
      error: null,
      retryAt: null,
      doubt: null,
      durationMs: video.duration_ms,
    }
  }

  async function estimate(durationMs: number | null, needsTranscription: boolean): Promise<number> {
    const fromCaptions = estimateSeconds(durationMs, durationMs ? await findRecentStepTimes(db, durationMs) : [])
    return needsTranscription ? fromCaptions + Math.ceil((durationMs ?? 0) / 1000 / transcriptionSpeed) : fromCaptions
  }

  return {
    async preview(
      userId: number,
      { videoId, preset }: { videoId: string; preset: Preset },
      month: () => Promise<MonthlyUsageResponse>,
    ): Promise<Preview> {
      const key = requestKey({ videoId, engine: summarizer.id, preset })
      const recap = await findReadableRecap(db, key, new Date(clock.now().getTime() - freshForMs))
      const known = recap && (await mayKnowRecap(db, userId, recap.id)) ? recap : undefined
      const existing = await findSummariesForVideo(db, userId, videoId)
      const { durationMs, ...rest } = (await storedPreview(known)) ?? (await fetchPreview(videoId, existing.length > 0))
      if (await isBlockedVideo(db, videoId)) {
        rest.code = 'blocked'
        rest.error = failures.blocked.sentence
        rest.doubt = null
      }
      return {
        ...rest,
        preset,
        existing: existing.map(({ id, state, preset, focus }) => ({ id, state, preset: preset as Preset, focus })),
        known: known !== undefined,
        estimateSeconds: known ? 0 : await estimate(durationMs, rest.captions === 'none'),
        month: await month(),
      }
    },
  }
}

const captionsOfKind = { manual: 'manual', auto: 'auto', stt: 'none', uploaded: 'unknown' } as const

/** Typical speed of transcription, as a multiple of real time. */
const transcriptionSpeed = 8

/** Fewer measurements than this are not reliable. */
const minimumSamples = 3

/**
 * Estimated seconds until the text is ready: the median of recent videos of similar length on this server. Without enough
 * of them, the estimate comes from the benchmark: two seconds for YouTube and half a second per hour of speech.
 */
function estimateSeconds(durationMs: number | null, times: readonly number[]): number {
  const medianMs = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
  if (medianMs !== undefined && times.length >= minimumSamples) return Math.ceil(medianMs / 1000)
  return Math.ceil(2 + ((durationMs ?? 0) / 3_600_000) * 0.5)
}

const factsOf = (video: VideoDetails): VideoFacts => ({
  video_id: video.videoId,
  owner_id: null,
  title: video.title,
  channel: video.channel,
  channel_id: video.channelId,
  description: video.description,
  duration_ms: video.durationMs,
  view_count: video.viewCount,
  published_at: video.publishedAt,
})

const unknownFacts = (videoId: string): VideoFacts => ({
  video_id: videoId,
  owner_id: null,
  title: '',
  channel: '',
  channel_id: null,
  description: null,
  duration_ms: null,
  view_count: null,
  published_at: null,
})
