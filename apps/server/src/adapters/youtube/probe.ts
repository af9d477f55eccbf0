import { stat } from 'node:fs/promises'
import type { VideoDetails } from '@recaps/domain/video-details'
import { ProviderError } from '../../errors.ts'
import type { Captions } from '../../ports/captions.ts'
import type { Advice, Check } from '../../ports/doctor.ts'
import { nameOfWayOut, type WayOut } from '../outbound/way-out.ts'
import { feedUploads } from '../uploads/rss.ts'
import { type ClientName, defaultClients } from './clients.ts'
import { youtubeRoutes } from './gateway.ts'
import { openYoutube, type YoutubeConfig } from './open.ts'
import { ageInDays, oldFromDays } from './yt-dlp.ts'

/** "Me at the zoo", the oldest video of YouTube: 19 seconds with captions, which anybody may see. */
export const knownVideo = 'jNQXAC9IVRw'

interface Tried extends Check {
  route?: string
  client?: ClientName
  /** The failure code. */
  code?: string
}

/**
 * Asks YouTube live about one known video: by each client over each way out, and by everybody who stands in. Meant for the
 * operator; it makes about six requests for each client.
 */
export async function probeYoutube(
  config: YoutubeConfig,
  videoId: string = knownVideo,
): Promise<{ checks: Check[]; advice: Advice[] }> {
  const ways = config.routes ?? [{ kind: 'direct' } as const]
  const tried: Tried[] = []
  let video: VideoDetails | undefined
  for (const way of ways)
    for (const { name: client } of config.clients ?? defaultClients) {
      const alone = openYoutube({ ...inProcess(config), routes: [way], clients: [{ name: client }] })
      const facts = { route: nameOfWayOut(way), client }
      const name = `${client} over ${facts.route}: captions`
      tried.push(await tryOut(name, facts, () => captionsOf(alone.captions, videoId)))
      video ??= await alone.videos.find(videoId).catch(() => undefined)
    }
  for (const way of ways) tried.push(...(await tryPages(config, way, video)))
  const others = await tryOthers(config, videoId)
  const checks = [...tried, ...others]
  return {
    checks: checks.map(({ name, state, detail, advice }) => ({ name, state, detail, ...(advice ? { advice } : {}) })),
    advice: [...adviceOn(tried, others), ...checks.flatMap(({ advice }) => advice ?? [])],
  }
}

/** Only what asks InnerTube, without those who stand in for it. */
const inProcess = ({ dataApi: _dataApi, ytDlp: _ytDlp, ...rest }: YoutubeConfig): YoutubeConfig => rest

async function tryOut(
  name: string,
  facts: Pick<Tried, 'route' | 'client'>,
  ask: () => Promise<string>,
): Promise<Tried> {
  const startedAt = performance.now()
  const took = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  try {
    return { name, ...facts, state: 'ok', detail: `${await ask()}, ${took()}` }
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

async function tryPages(config: YoutubeConfig, way: WayOut, video: VideoDetails | undefined): Promise<Tried[]> {
  const route = nameOfWayOut(way)
  const over = { route, client: 'WEB' } as const
  const skipped = (name: string): Tried => ({ name, route, state: 'skipped', detail: 'no client told of the video' })
  const names = [`WEB over ${route}: search`, `Feed over ${route}`, `WEB over ${route}: page of a channel`] as const
  const { channelId } = video ?? {}
  if (!video || !channelId) return names.map(skipped)
  const { search, uploads } = openYoutube({ ...inProcess(config), routes: [way] })
  const feed = feedUploads({ route: youtubeRoutes({ ...config, routes: [way] })[0]!, clock: config.clock })
  return [
    await tryOut(names[0], over, async () => `${(await search.videos(video.title)).items.length} videos`),
    await tryOut(names[1], { route }, async () => {
      const told = await feed.newest(channelId)
      return told.kind === 'list' ? `${told.uploads.length} uploads` : told.kind
    }),
    await tryOut(names[2], over, async () => await uploads.standing(channelId)),
  ]
}

/** Who stands in when InnerTube refuses. */
async function tryOthers(config: YoutubeConfig, videoId: string): Promise<Tried[]> {
  const tried: Tried[] = []
  const { ytDlp, others } = openYoutube(config)
  if (ytDlp) {
    const version = await ytDlp.version()
    tried.push(version === null ? notStarted : ageOf(version, config))
    if (config.ytDlp?.cookies) tried.push(await ageOfCookies(config.ytDlp.cookies, config))
  } else tried.push({ name: 'yt-dlp', state: 'skipped', detail: 'YT_DLP_PATH is not set' })
  for (const { name, port } of others)
    tried.push(await tryOut(`${name}: captions`, {}, () => captionsOf(port, videoId)))
  return tried
}

const notStarted: Tried = {
  name: 'yt-dlp: version',
  state: 'failed',
  detail: 'does not start',
  advice: { sentence: 'yt-dlp does not start: let YT_DLP_PATH name a program that does.', setting: 'YT_DLP_PATH' },
}

function ageOf(version: string, { clock }: YoutubeConfig): Tried {
  const days = ageInDays(version, clock.now())
  const isOld = days >= oldFromDays
  const sentence = `yt-dlp is ${days} days old, and YouTube changes faster: update the program at YT_DLP_PATH.`
  return {
    name: 'yt-dlp: version',
    state: isOld ? 'warning' : 'ok',
    detail: `${version}, ${days} days old`,
    ...(isOld ? { advice: { sentence, setting: 'YT_DLP_PATH' } } : {}),
  }
}

async function ageOfCookies(file: string, { clock }: YoutubeConfig): Promise<Tried> {
  const { mtimeMs } = await stat(file)
  const days = Math.max(0, Math.floor((clock.now().getTime() - mtimeMs) / (24 * 3600_000)))
  return { name: 'yt-dlp: cookies', state: 'ok', detail: `saved ${days} days ago` }
}

const blocks = new Set(['bot_check', 'ip_blocked', 'rate_limited'])

/** What is wrong as a whole: a way out, a client, or all of it. */
function adviceOn(tried: readonly Tried[], others: readonly Tried[]): Advice[] {
  const players = tried.filter(({ client }) => client && client !== 'WEB')
  const failed = (of: readonly Tried[]) => of.length > 0 && of.every(({ state }) => state === 'failed')
  if (failed(players)) return [adviceOnAll(players, others)]
  const routes = [...new Set(players.map(({ route }) => route!))]
  const badRoutes = routes.filter(route => failed(players.filter(one => one.route === route)))
  const left = tried.filter(({ route, client, state }) => client && state !== 'skipped' && !badRoutes.includes(route!))
  const clients = [...new Set(left.map(({ client }) => client!))]
  const badClients = clients.filter(client => failed(left.filter(one => one.client === client)))
  return [
    ...badRoutes.map(route => adviceOnRoute(route, players)),
    ...badClients.map(client => adviceOnClient(client, left)),
  ]
}

function adviceOnAll(players: readonly Tried[], others: readonly Tried[]): Advice {
  const codes = [...new Set(players.map(({ code }) => code))]
  const setting = 'OUTBOUND_ROUTES'
  if (codes.every(code => code === 'network'))
    return { sentence: 'YouTube cannot be reached: check the connection of this machine, or OUTBOUND_ROUTES.', setting }
  const stoodIn = others.find(({ name, state }) => name.endsWith(': captions') && state === 'ok')
  if (stoodIn) {
    const by = stoodIn.name.replace(': captions', '')
    return { sentence: `YouTube refuses every way out (${codes.join(', ')}); captions come by ${by} alone.`, setting }
  }
  return {
    sentence: `YouTube refuses every way out (${codes.join(', ')}): set OUTBOUND_ROUTES to a proxy, or YT_DLP_COOKIES, or TRANSCRIPT_PROVIDER; docs/youtube.md says how.`,
    setting,
  }
}

function adviceOnRoute(route: string, players: readonly Tried[]): Advice {
  const codes = [...new Set(players.filter(one => one.route === route).map(({ code }) => code ?? ''))]
  const isBlocked = codes.some(code => blocks.has(code))
  const what = isBlocked ? `YouTube blocks the way out ${route}` : `Nothing comes back over ${route}`
  const sentence = `${what} (${codes.join(', ')}): take it out of OUTBOUND_ROUTES, or mend it; the others serve meanwhile.`
  return { sentence, setting: 'OUTBOUND_ROUTES' }
}

function adviceOnClient(client: ClientName, players: readonly Tried[]): Advice {
  const codes = [...new Set(players.filter(one => one.client === client).map(({ code }) => code))]
  const refused = `The client ${client} is refused (${codes.join(', ')})`
  const newer = 'give it a newer version in YOUTUBE_CLIENTS_FILE'
  const sentence =
    client === 'WEB'
      ? `${refused}, by which channels are searched and looked at: ${newer}.`
      : `${refused}, the others serve meanwhile: ${newer}, or take it out of YOUTUBE_CLIENTS.`
  return { sentence, setting: 'YOUTUBE_CLIENTS_FILE' }
}
