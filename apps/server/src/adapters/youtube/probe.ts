import { stat } from 'node:fs/promises'
import type { VideoDetails } from '@recaps/domain/video-details'
import { ProviderError } from '../../errors.ts'
import type { Captions } from '../../ports/captions.ts'
import type { Advice, Check } from '../../ports/doctor.ts'
import { type OutboundRoute, routeName } from '../outbound/outbound-route.ts'
import { feedUploads } from '../uploads/rss.ts'
import { type ClientName, defaultClients } from './clients.ts'
import { youtubeRoutes } from './gateway.ts'
import { openYoutube, type YoutubeConfig } from './open.ts'
import { ageInDays, outdatedFromDays } from './yt-dlp.ts'

/** "Me at the zoo", the oldest YouTube video: 19 seconds, public, with captions. */
export const knownVideo = 'jNQXAC9IVRw'

interface ProbeResult extends Check {
  route?: string
  client?: ClientName
  /** The failure code. */
  code?: string
}

/**
 * Queries YouTube live about one known video: each client over each route, and each fallback. Meant for the operator; sends
 * about six requests per client.
 */
export async function probeYoutube(
  config: YoutubeConfig,
  videoId: string = knownVideo,
): Promise<{ checks: Check[]; advice: Advice[] }> {
  const ways = config.routes ?? [{ kind: 'direct' } as const]
  const results: ProbeResult[] = []
  let video: VideoDetails | undefined
  for (const way of ways)
    for (const { name: client } of config.clients ?? defaultClients) {
      const single = openYoutube({ ...withoutFallbacks(config), routes: [way], clients: [{ name: client }] })
      const facts = { route: routeName(way), client }
      const name = `${client} over ${facts.route}: captions`
      results.push(await probe(name, facts, () => captionsOf(single.captions, videoId)))
      video ??= await single.videos.find(videoId).catch(() => undefined)
    }
  for (const way of ways) results.push(...(await probePages(config, way, video)))
  const others = await probeFallbacks(config, videoId)
  const checks = [...results, ...others]
  return {
    checks: checks.map(({ name, state, detail, advice }) => ({ name, state, detail, ...(advice ? { advice } : {}) })),
    advice: [...adviceOn(results, others), ...checks.flatMap(({ advice }) => advice ?? [])],
  }
}

/** Without the fallbacks of InnerTube. */
const withoutFallbacks = ({ dataApi: _dataApi, ytDlp: _ytDlp, ...rest }: YoutubeConfig): YoutubeConfig => rest

async function probe(
  name: string,
  facts: Pick<ProbeResult, 'route' | 'client'>,
  query: () => Promise<string>,
): Promise<ProbeResult> {
  const startedAt = performance.now()
  const took = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  try {
    return { name, ...facts, state: 'ok', detail: `${await query()}, ${took()}` }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { code, detail = '' } = error
    return { name, ...facts, state: 'failed', code, detail: `${code}${detail && ` (${detail})`}, ${took()}` }
  }
}

async function captionsOf(captions: Captions, videoId: string): Promise<string> {
  const { kind, language, body } = await captions.read(videoId)
  return `${kind} ${language}, ${Math.ceil(body.byteLength / 1024)} KB`
}

async function probePages(
  config: YoutubeConfig,
  way: OutboundRoute,
  video: VideoDetails | undefined,
): Promise<ProbeResult[]> {
  const route = routeName(way)
  const over = { route, client: 'WEB' } as const
  const skipped = (name: string): ProbeResult => ({
    name,
    route,
    state: 'skipped',
    detail: 'no client returned the video',
  })
  const names = [`WEB over ${route}: search`, `Feed over ${route}`, `WEB over ${route}: channel page`] as const
  const { channelId } = video ?? {}
  if (!video || !channelId) return names.map(skipped)
  const { search, uploads } = openYoutube({ ...withoutFallbacks(config), routes: [way] })
  const feed = feedUploads({ route: youtubeRoutes({ ...config, routes: [way] })[0]!, clock: config.clock })
  return [
    await probe(names[0], over, async () => `${(await search.videos(video.title)).items.length} videos`),
    await probe(names[1], { route }, async () => {
      const found = await feed.newest(channelId)
      return found.kind === 'list' ? `${found.uploads.length} uploads` : found.kind
    }),
    await probe(names[2], over, async () => await uploads.channelStatus(channelId)),
  ]
}

async function probeFallbacks(config: YoutubeConfig, videoId: string): Promise<ProbeResult[]> {
  const results: ProbeResult[] = []
  const { ytDlp, captionFallbacks } = openYoutube(config)
  if (ytDlp) {
    const version = await ytDlp.version()
    results.push(version === null ? notStarted : ageOf(version, config))
    if (config.ytDlp?.cookies) results.push(await ageOfCookies(config.ytDlp.cookies, config))
  } else results.push({ name: 'yt-dlp', state: 'skipped', detail: 'YT_DLP_PATH is not set' })
  for (const { name, port } of captionFallbacks)
    results.push(await probe(`${name}: captions`, {}, () => captionsOf(port, videoId)))
  return results
}

const notStarted: ProbeResult = {
  name: 'yt-dlp: version',
  state: 'failed',
  detail: 'does not start',
  advice: { sentence: 'yt-dlp does not start. Set YT_DLP_PATH to a working yt-dlp.', setting: 'YT_DLP_PATH' },
}

function ageOf(version: string, { clock }: YoutubeConfig): ProbeResult {
  const days = ageInDays(version, clock.now())
  const isOld = days >= outdatedFromDays
  const sentence = `yt-dlp is ${days} days old, which may be too old for YouTube. Update the program at YT_DLP_PATH.`
  return {
    name: 'yt-dlp: version',
    state: isOld ? 'warning' : 'ok',
    detail: `${version}, ${days} days old`,
    ...(isOld ? { advice: { sentence, setting: 'YT_DLP_PATH' } } : {}),
  }
}

async function ageOfCookies(file: string, { clock }: YoutubeConfig): Promise<ProbeResult> {
  const { mtimeMs } = await stat(file)
  const days = Math.max(0, Math.floor((clock.now().getTime() - mtimeMs) / (24 * 3600_000)))
  return { name: 'yt-dlp: cookies', state: 'ok', detail: `saved ${days} days ago` }
}

const blocks = new Set(['bot_check', 'ip_blocked', 'rate_limited'])

/** Finds the common cause of the failures: a route, a client, or all of YouTube. */
function adviceOn(results: readonly ProbeResult[], others: readonly ProbeResult[]): Advice[] {
  const players = results.filter(({ client }) => client && client !== 'WEB')
  const failed = (of: readonly ProbeResult[]) => of.length > 0 && of.every(({ state }) => state === 'failed')
  if (failed(players)) return [adviceOnAll(players, others)]
  const routes = [...new Set(players.map(({ route }) => route!))]
  const badRoutes = routes.filter(route => failed(players.filter(one => one.route === route)))
  const left = results.filter(
    ({ route, client, state }) => client && state !== 'skipped' && !badRoutes.includes(route!),
  )
  const clients = [...new Set(left.map(({ client }) => client!))]
  const badClients = clients.filter(client => failed(left.filter(one => one.client === client)))
  return [
    ...badRoutes.map(route => adviceOnRoute(route, players)),
    ...badClients.map(client => adviceOnClient(client, left)),
  ]
}

function adviceOnAll(players: readonly ProbeResult[], others: readonly ProbeResult[]): Advice {
  const codes = [...new Set(players.map(({ code }) => code))]
  const setting = 'OUTBOUND_ROUTES'
  if (codes.every(code => code === 'network'))
    return { sentence: 'YouTube cannot be reached. Check the connection of this server, or OUTBOUND_ROUTES.', setting }
  const working = others.find(({ name, state }) => name.endsWith(': captions') && state === 'ok')
  if (working) {
    const fallback = working.name.replace(': captions', '')
    const sentence = `YouTube refuses every outbound route (${codes.join(', ')}). Captions come from ${fallback} only.`
    return { sentence, setting }
  }
  return {
    sentence: `YouTube refuses every outbound route (${codes.join(', ')}). Set OUTBOUND_ROUTES to a proxy, or set YT_DLP_COOKIES or TRANSCRIPT_PROVIDER. See docs/youtube.md.`,
    setting,
  }
}

function adviceOnRoute(route: string, players: readonly ProbeResult[]): Advice {
  const codes = [...new Set(players.filter(one => one.route === route).map(({ code }) => code ?? ''))]
  const isBlocked = codes.some(code => blocks.has(code))
  const problem = isBlocked ? `YouTube blocks the outbound route ${route}` : `The outbound route ${route} does not work`
  const sentence = `${problem} (${codes.join(', ')}). Fix it or remove it from OUTBOUND_ROUTES. The other routes still work.`
  return { sentence, setting: 'OUTBOUND_ROUTES' }
}

function adviceOnClient(client: ClientName, players: readonly ProbeResult[]): Advice {
  const codes = [...new Set(players.filter(one => one.client === client).map(({ code }) => code))]
  const problem = `YouTube refuses the client ${client} (${codes.join(', ')})`
  const remedy = 'Set a newer version in YOUTUBE_CLIENTS_FILE'
  const sentence =
    client === 'WEB'
      ? `${problem}. Channel search and channel pages need it. ${remedy}.`
      : `${problem}. The other clients still work. ${remedy}, or remove it from YOUTUBE_CLIENTS.`
  return { sentence, setting: 'YOUTUBE_CLIENTS_FILE' }
}
