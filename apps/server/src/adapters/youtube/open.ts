import type { AudioSource } from '../../ports/audio-source.ts'
import type { Captions } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelUploads } from '../../ports/uploads.ts'
import type { Videos } from '../../ports/videos.ts'
import type { YoutubeRateLimiter } from '../../ports/youtube-rate-limiter.ts'
import type { YoutubeSearch } from '../../ports/youtube-search.ts'
import { chainedCaptions } from '../captions/chain.ts'
import { innertubeCaptions } from '../captions/innertube.ts'
import { SUPADATA_DEADLINE_MS, supadataCaptions, supadataName } from '../captions/supadata.ts'
import { ytDlpCaptions } from '../captions/yt-dlp.ts'
import type { OutboundRoute } from '../outbound/outbound-route.ts'
import { chainedAudio } from '../sounds/chain.ts'
import { innertubeAudio } from '../sounds/innertube.ts'
import { ytDlpAudio } from '../sounds/yt-dlp.ts'
import { chainedUploads } from '../uploads/chain.ts'
import { dataApiUploads } from '../uploads/data-api.ts'
import { innertubeUploads } from '../uploads/innertube.ts'
import { feedUploads } from '../uploads/rss.ts'
import { chainedVideos } from '../videos/chain.ts'
import { dataApiVideos } from '../videos/data-api.ts'
import { innertubeVideos } from '../videos/innertube.ts'
import { oembedVideos } from '../videos/oembed.ts'
import { ytDlpVideos } from '../videos/yt-dlp.ts'
import { cachedSearch } from '../youtube-search/cached-search.ts'
import { chainedSearch } from '../youtube-search/chain.ts'
import { dataApiSearch } from '../youtube-search/data-api.ts'
import { innertubeSearch } from '../youtube-search/innertube.ts'
import { createAttempts, providerName } from './attempts.ts'
import { createBroadcastEndFetcher } from './broadcast-end.ts'
import { type ClientFileConfig, clientIdentities } from './client-identities.ts'
import { defaultClients, type PlayerClient } from './clients.ts'
import { createDataApiQuery, dataApiName } from './data-api.ts'
import { type Route, youtubeRoutes } from './gateway.ts'
import { type HealthConfig, type HealthRegister, healthRegister } from './health.ts'
import { createPlayerFetcher } from './player.ts'
import { createPlayerBarChaptersFetcher } from './player-bar-chapters.ts'
import type { ProviderLink } from './provider-chain.ts'
import { innertubeSession } from './session.ts'
import { openYtDlp, type YtDlp, type YtDlpProgram, ytDlpName } from './yt-dlp.ts'

export interface YoutubeConfig {
  clock: Clock
  /** URL of a fake that replaces all YouTube hosts. */
  baseUrl?: string
  /** Outbound routes in order of preference. */
  routes?: readonly OutboundRoute[]
  clients?: readonly PlayerClient[]
  /** Overrides the client identities of the library. */
  clientFile?: ClientFileConfig
  /** Fallback after InnerTube, if there is an API key. */
  dataApi?: { key: string; baseUrl?: string }
  /** Fallback for captions and audio after InnerTube, if yt-dlp is installed. */
  ytDlp?: Omit<YtDlpProgram, 'proxy'> | undefined
  /** Paid service, the last fallback for captions. */
  transcripts?: { key: string; url?: string | undefined } | undefined
  health?: Omit<HealthConfig, 'clock'>
  pace?: YoutubeRateLimiter | undefined
  /** Time limit for one call of a port, 20 s by default. yt-dlp, the paid service and audio downloads get more. */
  deadlineMs?: number
}

export interface Youtube {
  videos: Videos
  captions: Captions
  audio: AudioSource
  search: YoutubeSearch
  uploads: ChannelUploads
  health: Pick<HealthRegister, 'snapshot'>
  /** Whether each provider is paused now. A provider of several ports counts as paused if it is paused for any of them. */
  pausedProviders(): Map<string, boolean>
  ytDlp: YtDlp | undefined
  /** Fallbacks for captions, in the order in which they are queried. */
  captionFallbacks: readonly ProviderLink<Captions>[]
}

/** Opens all ports that use YouTube. They share one session and one cache of player responses. */
export const openYoutube = (config: YoutubeConfig): Youtube => {
  const { clock, clients = defaultClients, deadlineMs = 20_000 } = config
  const health = healthRegister({ clock, ...config.health })
  const routes = youtubeRoutes(config)
  // For adapters that use one route only: the first on which any client works.
  const preferred = () =>
    routes.find(route => clients.some(client => !health.isFailing(providerName(client, route)))) ?? routes[0]!
  const route: Pick<Route, 'fetch'> = { fetch: request => preferred().fetch(request) }
  const proxy = () => preferred().proxy
  const identities = clientIdentities(config.clientFile)
  const session = innertubeSession({ clock, identities })
  // Leaves time for the fallbacks.
  const innertubeMs = deadlineMs * 0.8
  const attempts = createAttempts({ clients, routes, health, deadlineMs: innertubeMs })
  const player = createPlayerFetcher({ session, clock, pace: config.pace })
  const queryDataApi = config.dataApi && createDataApiQuery({ ...config.dataApi, route, clock })

  const ytDlp = config.ytDlp && openYtDlp({ ...config.ytDlp, proxy })
  const overrules = ytDlp?.hasCookies ? ageRestrictedOnly : new Set<never>()

  const videos = chainedVideos({
    innertube: innertubeVideos({ attempts, player, fetchPlayerBarChapters: createPlayerBarChaptersFetcher(session) }),
    fallbacks: [
      ...(queryDataApi ? [{ name: dataApiName, port: dataApiVideos({ query: queryDataApi, clock }) }] : []),
      { name: 'oembed', port: oembedVideos({ route, clock }) },
      ...(ytDlp?.hasCookies ? [{ name: ytDlpName, port: ytDlpVideos(ytDlp), overrules }] : []),
    ],
    health,
    deadlineMs: ytDlp?.hasCookies ? deadlineMs + YT_DLP_MS : deadlineMs,
  })
  const { transcripts } = config
  const captionFallbacks = [
    ...(ytDlp ? [{ name: ytDlpName, port: ytDlpCaptions({ ytDlp, route, clock }), overrules }] : []),
    ...(transcripts ? [{ name: supadataName, port: supadataCaptions({ ...transcripts, clock }) }] : []),
  ]
  const captions = chainedCaptions({
    innertube: innertubeCaptions({
      attempts,
      player,
      fetchBroadcastEnd: createBroadcastEndFetcher(session),
      identities,
      clock,
    }),
    fallbacks: captionFallbacks,
    health,
    deadlineMs: deadlineMs + (ytDlp ? YT_DLP_MS : 0) + (transcripts ? SUPADATA_DEADLINE_MS : 0),
  })
  // Separate health: refusals of media servers say nothing about other requests.
  const audioHealth = healthRegister({ clock, ...config.health })
  const audio = chainedAudio({
    innertube: innertubeAudio({
      attempts: createAttempts({ clients, routes, health: audioHealth, deadlineMs: AUDIO_MS }),
      player,
      clock,
    }),
    fallbacks: ytDlp ? [{ name: ytDlpName, port: ytDlpAudio(ytDlp), overrules }] : [],
    health: audioHealth,
    deadlineMs: 2 * AUDIO_MS,
  })
  const searchAttempts = createAttempts({ clients: [{ name: 'WEB' }], routes, health, deadlineMs: innertubeMs })
  const searchLinks = [
    { name: 'innertube', port: innertubeSearch({ attempts: searchAttempts, session, videos }) },
    ...(queryDataApi ? [{ name: dataApiName, port: dataApiSearch(queryDataApi) }] : []),
  ]
  // Separate health: failures of background polling must not block searches by users.
  const uploadsHealth = healthRegister({ clock, ...config.health })
  const uploads = chainedUploads({
    feed: feedUploads({ route, clock }),
    innertube: innertubeUploads({
      attempts: createAttempts({
        clients: [{ name: 'WEB' }],
        routes,
        health: uploadsHealth,
        deadlineMs: innertubeMs,
      }),
      session,
      clock,
    }),
    fallbacks: queryDataApi ? [{ name: dataApiName, port: dataApiUploads(queryDataApi) }] : [],
    health: uploadsHealth,
    clock,
    deadlineMs,
  })
  const search = cachedSearch(chainedSearch(searchLinks, deadlineMs), clock)
  const pausedProviders = () => {
    const all = [health, audioHealth, uploadsHealth].flatMap(register => register.snapshot())
    return new Map(
      all.map(({ provider }) => [provider, all.some(one => one.provider === provider && one.state !== 'closed')]),
    )
  }
  return { videos, captions, audio, search, uploads, health, pausedProviders, ytDlp, captionFallbacks }
}

const ageRestrictedOnly = new Set(['age_restricted'] as const)
/** Twelve hours of audio are about 250 MB. */
const AUDIO_MS = 2 * 3600_000
/** yt-dlp has to start, loads several pages, and may wait in between. */
const YT_DLP_MS = 40_000
