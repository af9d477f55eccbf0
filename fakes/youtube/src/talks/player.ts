import { runs, simpleText, videoThumbnails } from '../renderers.ts'
import type { TalkVideo } from './talk-library.ts'

/** InnerTube's player answer, for every state of a video. */
export const playerAnswer = (video: TalkVideo, startedAt: Date, audio?: Uint8Array): object => ({
  responseContext: {},
  playabilityStatus: playability(video, startedAt),
  ...(video.state.kind === 'private' || video.state.kind === 'deleted' ? {} : { videoDetails: videoDetails(video) }),
  ...(video.tracks.length > 0 && isPlayable(video) ? { captions: captions(video) } : {}),
  ...(audio && isPlayable(video) ? { streamingData: streamingData(video, audio) } : {}),
})

/** Data that only the web client gets: dates, and whether the video is listed. */
export const microformatAnswer = (video: TalkVideo, startedAt: Date): object => ({
  microformat: {
    playerMicroformatRenderer: {
      title: simpleText(video.title),
      lengthSeconds: String(video.durationSeconds),
      ownerChannelName: video.channel.title,
      externalChannelId: video.channelId,
      isUnlisted: false,
      isFamilySafe: true,
      viewCount: String(video.viewCount),
      publishDate: video.publishedAt.toISOString(),
      uploadDate: video.publishedAt.toISOString(),
      ...broadcast(video, startedAt),
    },
  },
})

const MINUTE_MS = 60_000
const isPlayable = ({ state }: TalkVideo): boolean => ['public', 'live', 'captions_pending'].includes(state.kind)

const playability = ({ id, state }: TalkVideo, startedAt: Date): object => {
  switch (state.kind) {
    case 'public':
    case 'captions_pending':
      return { status: 'OK', playableInEmbed: true }
    case 'live':
      return {
        status: 'OK',
        playableInEmbed: true,
        liveStreamability: { liveStreamabilityRenderer: { videoId: id, broadcastId: '1', pollDelayMs: '15000' } },
      }
    case 'upcoming':
      return upcoming(id, state.startsInHours, startedAt)
    case 'private':
      return refusal(
        'LOGIN_REQUIRED',
        'This video is private',
        'If the owner of this video has granted you access, please sign in.',
      )
    case 'deleted':
      return refusal('ERROR', 'This video is unavailable')
    case 'members_only':
      return refusal(
        'UNPLAYABLE',
        "This video is available to this channel's members on level: Regulars (or any higher level).",
      )
    case 'age_restricted':
      return {
        ...refusal('LOGIN_REQUIRED', 'Sign in to confirm your age', 'This video may be inappropriate for some users.'),
        desktopLegacyAgeGateReason: 1,
      }
    case 'premium_only':
      return refusal('UNPLAYABLE', 'This video requires payment to watch.')
    case 'region_blocked':
      return refusal(
        'UNPLAYABLE',
        'Video unavailable',
        'The uploader has not made this video available in your country',
      )
    case 'unplayable':
    case 'for_kids':
      return refusal('UNPLAYABLE', 'This video is not available')
  }
}

const refusal = (status: string, reason: string, subreason?: string) => ({
  status,
  reason,
  errorScreen: {
    playerErrorMessageRenderer: { reason: runs(reason), ...(subreason ? { subreason: runs(subreason) } : {}) },
  },
})

const upcoming = (videoId: string, startsInHours: number, startedAt: Date) => ({
  status: 'LIVE_STREAM_OFFLINE',
  reason: `This live event will begin in ${startsInHours} hours.`,
  playableInEmbed: true,
  liveStreamability: {
    liveStreamabilityRenderer: {
      videoId,
      offlineSlate: {
        liveStreamOfflineSlateRenderer: {
          scheduledStartTime: String(Math.floor((startedAt.getTime() + startsInHours * 60 * MINUTE_MS) / 1000)),
          mainText: runs(`Live in ${startsInHours} hours`),
        },
      },
      pollDelayMs: '15000',
    },
  },
})

const videoDetails = ({
  id,
  title,
  durationSeconds,
  tags,
  channelId,
  channel,
  description,
  viewCount,
  state,
}: TalkVideo) => ({
  videoId: id,
  title,
  lengthSeconds: String(durationSeconds),
  keywords: tags,
  channelId,
  isOwnerViewing: false,
  shortDescription: description,
  isCrawlable: true,
  thumbnail: videoThumbnails(id),
  allowRatings: true,
  viewCount: String(state.kind === 'live' ? state.viewers : viewCount),
  author: channel.title,
  isPrivate: false,
  isUnpluggedCorpus: false,
  isLiveContent: ['live', 'upcoming', 'captions_pending'].includes(state.kind),
  ...(state.kind === 'live' ? { isLive: true } : {}),
  ...(state.kind === 'upcoming' ? { isUpcoming: true } : {}),
})

const broadcast = ({ state, durationSeconds }: TalkVideo, startedAt: Date) => {
  const ago = (minutes: number) => new Date(startedAt.getTime() - minutes * MINUTE_MS).toISOString()
  switch (state.kind) {
    case 'live':
      return { liveBroadcastDetails: { isLiveNow: true, startTimestamp: ago(state.startedMinutesAgo) } }
    case 'upcoming':
      return { liveBroadcastDetails: { isLiveNow: false, startTimestamp: ago(-60 * state.startsInHours) } }
    case 'captions_pending': {
      const startTimestamp = ago(state.endedMinutesAgo + durationSeconds / 60)
      return { liveBroadcastDetails: { isLiveNow: false, startTimestamp, endTimestamp: ago(state.endedMinutesAgo) } }
    }
    default:
      return {}
  }
}

/** One video and two audio formats, as the VISIONOS client gets them. Only the audio URLs work. */
const streamingData = ({ id, durationSeconds }: TalkVideo, audio: Uint8Array) => {
  const format = (itag: number, mimeType: string, bitrate: number) => ({
    itag,
    url: `https://rr1---sn-fake.googlevideo.com/videoplayback?expire=9999999999&id=${id}&itag=${itag}&clen=${audio.byteLength}`,
    mimeType,
    bitrate,
    lastModified: '1724100171554618',
    contentLength: String(audio.byteLength),
    averageBitrate: bitrate,
    approxDurationMs: String(durationSeconds * 1000),
  })
  return {
    expiresInSeconds: '21540',
    adaptiveFormats: [
      format(134, 'video/mp4; codecs="avc1.4d401e"', 400_000),
      format(140, 'audio/mp4; codecs="mp4a.40.2"', 129_480),
      format(139, 'audio/mp4; codecs="mp4a.40.5"', 48_791),
    ],
  }
}

const captions = ({ id, tracks }: TalkVideo) => ({
  playerCaptionsTracklistRenderer: {
    captionTracks: tracks.map(({ language, kind, name }) => ({
      baseUrl: `https://www.youtube.com/api/timedtext?v=${id}&caps=asr&hl=en&ip=0.0.0.0&key=yt8${kind === 'auto' ? '&kind=asr' : ''}&lang=${language}`,
      name: runs(name),
      vssId: `${kind === 'auto' ? 'a' : ''}.${language}`,
      languageCode: language,
      ...(kind === 'auto' ? { kind: 'asr' } : {}),
      isTranslatable: true,
      trackName: '',
    })),
    audioTracks: [{ captionTrackIndices: tracks.map((_, index) => index), hasDefaultTrack: true }],
    defaultAudioTrackIndex: 0,
  },
})
