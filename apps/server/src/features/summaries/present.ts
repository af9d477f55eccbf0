import { describeFailure } from '@recaps/contract/failures'
import type { Preset, Summary, SummaryAccess, SummaryItem, VideoInfo } from '@recaps/contract/summaries'
import type { SummaryContent, Timing } from '@recaps/contract/summary-content'
import { toIsoDuration } from '@recaps/domain/duration'
import type { VideoRow } from './recaps-repository.ts'
import { isReadable, type SummaryRow } from './summaries-repository.ts'

const wordsAMinute = 230

/** Length of the displayed summary in words: headline, key points, section titles and sentences. */
export const countSummaryWords = (content: SummaryContent): number =>
  [
    content.headline,
    ...content.inThreePoints.map(point => point.text),
    ...content.sections.flatMap(section => [section.title, ...section.sentences.map(sentence => sentence.text)]),
  ]
    .join(' ')
    .split(/\s+/)
    .filter(Boolean).length

/** How the user has access to a summary, and the URLs they get for it. */
export interface SummaryUrls {
  access: SummaryAccess
  thumbnailUrl: string | null
  audioUrl: string | null
  shareToken: string | null
  shareUrl: string | null
}

export const noUrls: SummaryUrls = {
  access: 'own',
  thumbnailUrl: null,
  audioUrl: null,
  shareToken: null,
  shareUrl: null,
}

export function presentSummaryItem(row: SummaryRow, addresses: SummaryUrls): SummaryItem {
  const audio = isReadable(row) ? (row.audio_state ?? 'none') : 'none'
  const isInWork = row.state === 'queued' || row.state === 'working'
  const isSpeaking = row.state === 'readable' && audio === 'pending'
  const code =
    row.state === 'cancelled' ? 'cancelled' : audio === 'failed' ? (row.audio_code ?? 'voice_failed') : row.code
  return {
    id: row.id,
    userId: row.user_id,
    access: addresses.access,
    type: 'youtube',
    videoInfo: presentVideo({ ...row, view_count: row.video_views }, addresses.thumbnailUrl),
    focus: row.focus,
    preset: row.preset as Preset,
    language: isReadable(row) ? row.language : null,
    headline: isReadable(row) ? row.headline : null,
    readMinutes: !isReadable(row) || row.words === null ? null : Math.max(1, Math.round(row.words / wordsAMinute)),
    audioUrl: audio === 'ready' ? addresses.audioUrl : null,
    audioDurationMs: audio === 'ready' ? row.audio_duration_ms : null,
    readBy: audio === 'ready' ? row.reader : null,
    viewCount: row.views,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deleted: row.deleted_at !== null,
    origin: row.origin,
    state: row.state,
    audio,
    stage: isInWork ? row.stage : isSpeaking ? 'speaking' : null,
    progress: isInWork ? progress(row.done, row.total) : isSpeaking ? progress(row.audio_done, row.audio_total) : null,
    error: code ? describeFailure(code, row.state === 'deferred').sentence : null,
    code: code ?? null,
    refundable: row.refundable,
    retryAt: row.state === 'deferred' ? (row.retry_at?.toISOString() ?? null) : null,
    shared: row.share_hash !== null,
    shareToken: addresses.shareToken,
    shareUrl: addresses.shareUrl,
    readPosition: row.read_position,
    listenedMs: row.listened_ms,
    unread: row.opened_at === null,
    rating: row.rating,
  }
}

export const presentSummary = (
  item: SummaryItem,
  text: string,
  content: SummaryContent | null,
  timings: Timing[] | null,
): Summary => ({ ...item, summary: text, content, timings })

const progress = (done: number | null, total: number | null) => (total ? { done: done ?? 0, total } : null)

export type VideoFacts = Pick<
  VideoRow,
  | 'video_id'
  | 'owner_id'
  | 'title'
  | 'channel'
  | 'channel_id'
  | 'description'
  | 'duration_ms'
  | 'view_count'
  | 'published_at'
>

export function presentVideo(video: VideoFacts, thumbnailUrl: string | null): VideoInfo {
  const isUpload = video.owner_id !== null
  return {
    videoId: video.video_id,
    videoUrl: isUpload ? null : `https://www.youtube.com/watch?v=${video.video_id}`,
    title: video.title,
    channel: video.channel,
    channelId: video.channel_id,
    description: video.description,
    thumbnailUrl: isUpload ? null : thumbnailUrl,
    duration: video.duration_ms === null ? null : toIsoDuration(video.duration_ms),
    viewCount: video.view_count === null ? null : String(video.view_count),
    publishedAt: video.published_at?.toISOString() ?? null,
  }
}
