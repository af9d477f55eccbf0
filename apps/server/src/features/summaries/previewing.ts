import { failure, failures, sentenceOfVideo } from '@recaps/contract/failures'
import type { MonthlyUseResponse } from '@recaps/contract/subscriptions'
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
import { findReadable, findTranscript, findVideo, type RecapRow, recentTimes, saveVideo } from './recaps-repository.ts'
import { findEntriesForVideo } from './repository.ts'
import { isBlockedVideo, isKnownTo } from './visibility.ts'

export interface PreviewingDeps {
  db: Db
  clock: Clock
  videos: Videos
  summarizer: Summarizer
  transcriber: Transcriber | undefined
  thumbnails: Thumbnails
}

type Found = Pick<Preview, 'videoInfo' | 'captions' | 'captionLanguage' | 'code' | 'error' | 'retryAt' | 'doubt'> & {
  durationMs: number | null
}

type ForeseenField = 'captions' | 'captionLanguage' | 'code' | 'error'

/** A preview must not reveal to a user without a summary of the video whether another user has one. */
export function createPreviewing({ db, clock, videos, summarizer, transcriber, thumbnails }: PreviewingDeps) {
  /** Stored details of a video, for a user who has a summary of it. YouTube may return less than it did before. */
  const stored = async (videoId: string): Promise<VideoInfo> =>
    presentVideo((await findVideo(db, videoId))!, thumbnails.addressOf(videoId))

  const justFetched = (video: VideoDetails): VideoInfo =>
    presentVideo(factsOf(video), thumbnails.freshAddressOf(video.videoId))

  /** Requests the details from YouTube. If the video cannot be summarized, the answer contains the reason. */
  async function look(videoId: string, hasSummary: boolean): Promise<Found> {
    const shown = (video: VideoDetails) => (hasSummary ? stored(videoId) : justFetched(video))
    try {
      const video = await videos.find(videoId)
      await saveVideo(db, video, clock.now())
      return {
        videoInfo: await shown(video),
        ...foreseen(video),
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
        error: sentenceOfVideo(error.code),
        // Only a deferred video is looked at again without being asked for.
        retryAt: failure(error.code).kind === 'deferred' ? (error.retryAt?.toISOString() ?? null) : null,
        doubt: null,
        durationMs: null,
      }
    }
  }

  /** What its captions are, and the refusal that the steps would end in. */
  function foreseen({ captionLanguages, wasLive }: VideoDetails): Pick<Found, ForeseenField> {
    const track = captionLanguages && chooseCaptionTrack(captionLanguages)
    // Nobody knows before it is asked for whether captions of a stream are still to come.
    const isUnknown = captionLanguages === null || (!track && wasLive === true)
    const captions = isUnknown ? 'unknown' : (track?.kind ?? 'none')
    const isForeign = track !== null && !summarizer.reads(track.language)
    const isMute = captions === 'none' && !transcriber
    const code = isForeign ? 'language_unsupported' : isMute ? 'no_captions' : null
    return { captions, captionLanguage: track?.language ?? null, code, error: code && failures[code].sentence }
  }

  /** What the recap was made of; null when there is none. */
  async function remember(recap: RecapRow | undefined): Promise<Found | null> {
    const transcript = recap && (await findTranscript(db, recap.transcript_id!))
    const video = recap && (await findVideo(db, recap.video_id))
    if (!transcript || !video) return null
    return {
      videoInfo: presentVideo(video, thumbnails.addressOf(video.video_id)),
      captions: seenAs[transcript.kind],
      captionLanguage: transcript.language,
      code: null,
      error: null,
      retryAt: null,
      doubt: null,
      durationMs: video.duration_ms,
    }
  }

  async function estimate(durationMs: number | null, isHeard: boolean): Promise<number> {
    const reading = estimateSeconds(durationMs, durationMs ? await recentTimes(db, durationMs) : [])
    return isHeard ? reading + Math.ceil((durationMs ?? 0) / 1000 / heardTimesAsFast) : reading
  }

  return {
    async preview(
      userId: number,
      { videoId, preset }: { videoId: string; preset: Preset },
      month: () => Promise<MonthlyUseResponse>,
    ): Promise<Preview> {
      const key = requestKey({ videoId, engine: summarizer.id, preset })
      const recap = await findReadable(db, key, new Date(clock.now().getTime() - freshForMs))
      const known = recap && (await isKnownTo(db, userId, recap.id)) ? recap : undefined
      const existing = await findEntriesForVideo(db, userId, videoId)
      const { durationMs, ...rest } = (await remember(known)) ?? (await look(videoId, existing.length > 0))
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

const seenAs = { manual: 'manual', auto: 'auto', stt: 'none', uploaded: 'unknown' } as const

/** How much faster than they speak recognisers usually listen. */
const heardTimesAsFast = 8

/** So few say nothing yet. */
const fewestTimes = 3

/**
 * Seconds until the text can be read: the middle of what the last videos of about this length took here. Before there are
 * any, from the benchmark: half a second for an hour of speech, and two for asking YouTube.
 */
function estimateSeconds(durationMs: number | null, times: readonly number[]): number {
  const middleMs = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
  if (middleMs !== undefined && times.length >= fewestTimes) return Math.ceil(middleMs / 1000)
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
