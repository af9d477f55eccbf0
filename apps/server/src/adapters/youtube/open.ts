import type { Captions } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Pace } from '../../ports/pace.ts'
import type { Sounds } from '../../ports/sounds.ts'
import type { ChannelUploads } from '../../ports/uploads.ts'
import type { Videos } from '../../ports/videos.ts'
import type { YoutubeSearch } from '../../ports/youtube-search.ts'
import { chainedCaptions } from '../captions/chain.ts'
import { innertubeCaptions } from '../captions/innertube.ts'
import { SUPADATA_DEADLINE_MS, supadataCaptions, supadataName } from '../captions/supadata.ts'
import { ytDlpCaptions } from '../captions/yt-dlp.ts'
import type { WayOut } from '../outbound/way-out.ts'
import { chainedSounds } from '../sounds/chain.ts'
import { innertubeSounds } from '../sounds/innertube.ts'
import { ytDlpSounds } from '../sounds/yt-dlp.ts'
import { chainedUploads } from '../uploads/chain.ts'
import { dataApiUploads } from '../uploads/data-api.ts'
import { innertubeUploads } from '../uploads/innertube.ts'
import { feedUploads } from '../uploads/rss.ts'
import { chainedVideos } from '../videos/chain.ts'
import { dataApiVideos } from '../videos/data-api.ts'
import { innertubeVideos } from '../videos/innertube.ts'
import { oembedVideos } from '../videos/oembed.ts'
import { ytDlpVideos } from '../videos/yt-dlp.ts'
import { chainedSearch } from '../youtube-search/chain.ts'
import { dataApiSearch } from '../youtube-search/data-api.ts'
import { innertubeSearch } from '../youtube-search/innertube.ts'
import { rememberedSearch } from '../youtube-search/remembered.ts'
import { attemptsOver, providerOf } from './attempts.ts'
import { broadcastEnds } from './broadcast.ts'
import type { Link } from './chain.ts'
import { defaultClients, type PlayerClient } from './clients.ts'
import { dataApi, dataApiName } from './data-api.ts'
import { type Route, youtubeRoutes } from './gateway.ts'
import { type HealthConfig, type HealthRegister, healthRegister } from './health.ts'
import { type ClientFileConfig, clientIdentities } from './identities.ts'
import { markedChapters } from './marked-chapters.ts'
import { playerAnswers } from './player.ts'
import { innertubeSession } from './session.ts'
import { openYtDlp, type YtDlp, type YtDlpProgram, ytDlpName } from './yt-dlp.ts'

export interface YoutubeConfig {
  clock: Clock
  /** A fake that is asked in place of every host of YouTube. */
  baseUrl?: string
  /** Ways out, in order of preference. */
  routes?: readonly WayOut[]
  clients?: readonly PlayerClient[]
  /** What the clients say of themselves, where that differs from the library. */
  clientFile?: ClientFileConfig
  /** Asked after InnerTube, when there is a key. */
  dataApi?: { key: string; baseUrl?: string }
  /** Asked for captions and sound after InnerTube, when the program is there. */
  ytDlp?: Omit<YtDlpProgram, 'proxy'> | undefined
  /** A paid service, asked for captions last. */
  transcripts?: { key: string; url?: string | undefined } | undefined
  health?: Omit<HealthConfig, 'clock'>
  pace?: Pace | undefined
  /** Time for one call of a port, whoever is asked on the way; yt-dlp has its own besides. 20 s unless told otherwise. */
  deadlineMs?: number
}

export interface Youtube {
  videos: Videos
  captions: Captions
  sounds: Sounds
  search: YoutubeSearch
  uploads: ChannelUploads
  health: Pick<HealthRegister, 'snapshot'>
  /** Who is left alone at this moment, and who is not; who serves several ports rests where any of them is left alone. */
  resting(): Map<string, boolean>
  ytDlp: YtDlp | undefined
  /** Who is asked for captions when InnerTube refuses them, in order. */
  others: readonly Link<Captions>[]
}

/** All ports that YouTube is behind, sharing one session, one memory of player answers and one register of health. */
export const openYoutube = (config: YoutubeConfig): Youtube => {
  const { clock, clients = defaultClients, deadlineMs = 20_000 } = config
  const health = healthRegister({ clock, ...config.health })
  const routes = youtubeRoutes(config)
  // For who has one way out alone: the first on which some client is not resting.
  const preferred = () =>
    routes.find(route => clients.some(client => !health.isFailing(providerOf(client, route)))) ?? routes[0]!
  const route: Pick<Route, 'fetch'> = { fetch: request => preferred().fetch(request) }
  const proxy = () => preferred().proxy
  const identities = clientIdentities(config.clientFile)
  const session = innertubeSession({ clock, identities })
  // The rest of the time is for those who are asked after InnerTube.
  const innertubeMs = deadlineMs * 0.8
  const attempts = attemptsOver({ clients, routes, health, deadlineMs: innertubeMs })
  const player = playerAnswers({ session, clock, pace: config.pace })
  const askDataApi = config.dataApi && dataApi({ ...config.dataApi, route, clock })

  const ytDlp = config.ytDlp && openYtDlp({ ...config.ytDlp, proxy })
  const overrules = ytDlp?.hasCookies ? forAdultsAlone : new Set<never>()

  const videos = chainedVideos({
    innertube: innertubeVideos({ attempts, player, chapters: markedChapters(session) }),
    others: [
      ...(askDataApi ? [{ name: dataApiName, port: dataApiVideos({ ask: askDataApi, clock }) }] : []),
      { name: 'oembed', port: oembedVideos({ route, clock }) },
      ...(ytDlp?.hasCookies ? [{ name: ytDlpName, port: ytDlpVideos(ytDlp), overrules }] : []),
    ],
    health,
    deadlineMs: ytDlp?.hasCookies ? deadlineMs + YT_DLP_MS : deadlineMs,
  })
  const { transcripts } = config
  const others = [
    ...(ytDlp ? [{ name: ytDlpName, port: ytDlpCaptions({ ytDlp, route, clock }), overrules }] : []),
    ...(transcripts ? [{ name: supadataName, port: supadataCaptions({ ...transcripts, clock }) }] : []),
  ]
  const captions = chainedCaptions({
    innertube: innertubeCaptions({ attempts, player, broadcastEnd: broadcastEnds(session), identities, clock }),
    others,
    health,
    deadlineMs: deadlineMs + (ytDlp ? YT_DLP_MS : 0) + (transcripts ? SUPADATA_DEADLINE_MS : 0),
  })
  // Of their own: a media server that refuses says nothing about the answers to other questions.
  const soundHealth = healthRegister({ clock, ...config.health })
  const sounds = chainedSounds({
    innertube: innertubeSounds({
      attempts: attemptsOver({ clients, routes, health: soundHealth, deadlineMs: SOUND_MS }),
      player,
      clock,
    }),
    others: ytDlp ? [{ name: ytDlpName, port: ytDlpSounds(ytDlp), overrules }] : [],
    health: soundHealth,
    deadlineMs: 2 * SOUND_MS,
  })
  const searchAttempts = attemptsOver({ clients: [{ name: 'WEB' }], routes, health, deadlineMs: innertubeMs })
  const searchLinks = [
    { name: 'innertube', port: innertubeSearch({ attempts: searchAttempts, session, videos }) },
    ...(askDataApi ? [{ name: dataApiName, port: dataApiSearch(askDataApi) }] : []),
  ]
  // Of their own: what is asked all day in the background must not keep users from searching.
  const uploadsHealth = healthRegister({ clock, ...config.health })
  const uploads = chainedUploads({
    feed: feedUploads({ route, clock }),
    innertube: innertubeUploads({
      attempts: attemptsOver({
        clients: [{ name: 'WEB' }],
        routes,
        health: uploadsHealth,
        deadlineMs: innertubeMs,
      }),
      session,
      clock,
    }),
    others: askDataApi ? [{ name: dataApiName, port: dataApiUploads(askDataApi) }] : [],
    health: uploadsHealth,
    clock,
    deadlineMs,
  })
  const search = rememberedSearch(chainedSearch(searchLinks, deadlineMs), clock)
  const resting = () => {
    const all = [health, soundHealth, uploadsHealth].flatMap(register => register.snapshot())
    return new Map(
      all.map(({ provider }) => [provider, all.some(one => one.provider === provider && one.state !== 'closed')]),
    )
  }
  return { videos, captions, sounds, search, uploads, health, resting, ytDlp, others }
}

const forAdultsAlone = new Set(['age_restricted'] as const)
/** Twelve hours of sound are some 250 MB. */
const SOUND_MS = 2 * 3600_000
/** A program that starts, asks several pages and may wait between them. */
const YT_DLP_MS = 40_000
