import type { VideoEntry } from '../fixtures/load.ts'
import type { Answer } from './answer.ts'
import { catalogueAnswer } from './catalogue.ts'
import { type FakeExits, openExits } from './exits.ts'
import { type Fault, faultRegister } from './faults.ts'
import { type FakeHub, openHub } from './hub.ts'
import type { Question } from './question.ts'
import { type RecordedSource, recordedSource } from './recordings/source.ts'
import { type Register, serveFake } from './server.ts'
import type { Source } from './source.ts'
import {
  openShelf,
  type Publication,
  type Shelf,
  type Standing,
  type TalkVideo,
  type Validator,
} from './talks/shelf.ts'
import { talkSource } from './talks/source.ts'
import { type FakeVersions, openVersions } from './versions.ts'
import { type FakeVisitors, openVisitors } from './visitors.ts'

export type { VideoEntry } from '../fixtures/load.ts'
export type { Fault } from './faults.ts'
export type { FakeHub } from './hub.ts'
export { type Recording, readRecordings } from './recordings/folder.ts'
export { recordedSource } from './recordings/source.ts'
export { madeUpChannelId } from './talks/made-up.ts'
export type { Publication, TalkVideo } from './talks/shelf.ts'

export interface FakeYoutubeConfig {
  /** 0 (the default) takes a free port. */
  port?: number
  hostname?: string
  /** Folder of recorded traffic. */
  recordings?: string
  /** Caption files of that folder by video id; overrides its `captions.json`. */
  captionsOf?: Record<string, string>
  /** Whether to serve the project's own talks too (default true). */
  talks?: boolean
  /** Additional videos made of the project's talks, for benchmarks. */
  extraVideos?: readonly VideoEntry[]
  /** The dates of the talks are relative to this time. */
  startedAt?: Date
  /** Clock for releases, dates and leases; by default the system clock. */
  clock?: { now(): Date }
  /** Release dates by video id; these talks are private until then. */
  releases?: Readonly<Record<string, Date>>
  faults?: Record<string, Fault>
  /** Audio files by video id; other talks have no audio. */
  sounds?: Readonly<Record<string, Uint8Array>>
}

export interface FakeYoutube extends Register {
  url: string
  /** The files of the recordings folder and the request keys that they answer. */
  recordings: RecordedSource['index']
  /** Injects a fault for all requests whose key matches (`player|*|VISIONOS`) and returns a function that removes it. */
  fault(key: string, fault: Fault): () => void
  clearFaults(): void
  /** Publishes videos with captions, each of another talk. Resolves when the hub has announced those already released. */
  publish(...publications: Publication[]): Promise<TalkVideo[]>
  /** Makes a channel private or deleted, or restores it. */
  stand(channelId: string, standing: Standing): void
  /** Sets the cache validator of feeds (default: ETag). */
  validate(by: Validator): void
  hub: FakeHub
  visitors: FakeVisitors
  versions: FakeVersions
  exits: FakeExits
  close(): Promise<void>
}

/** Starts a fake of YouTube with the project's own talks and, if a folder is given, recorded traffic. */
export const startFakeYoutube = async (config: FakeYoutubeConfig = {}): Promise<FakeYoutube> => {
  const recorded = config.recordings === undefined ? undefined : recordedSource(config.recordings, config.captionsOf)
  const { clock, releases, extraVideos: extra } = config
  const library = openShelf({ startedAt: config.startedAt ?? clock?.now() ?? new Date(), clock, extra, releases })
  const hub = openHub(library.now)
  const talks = config.talks === false ? undefined : talkSource(library, config.sounds)
  const sources: Source[] = [recorded, talks].filter(source => source !== undefined)
  const faults = faultRegister()
  for (const [key, fault] of Object.entries(config.faults ?? {})) faults.lay(key, fault)
  const controls = controlsOf(library, hub)
  const visitors = openVisitors()
  const versions = openVersions()
  const exits = openExits()
  const register: Omit<Register, 'traffic'> = { requests: [], cookies: [], unknown: [], unchanged: 0 }
  const withVisitorData = (question: Question, answer: Answer | undefined) =>
    (question.op === 'watch' || question.op === 'embed') && answer ? visitors.inPage(answer) : answer
  const server = await serveFake({
    port: config.port ?? 0,
    hostname: config.hostname ?? '127.0.0.1',
    faults,
    register,
    levers: httpControlsOf(controls, hub, visitors),
    answer: (question, request) =>
      question.op === 'hub'
        ? hub.answer(question.channelId, question.form)
        : (exits.refusal(question, request) ??
          versions.refusal(request) ??
          visitors.answer(question) ??
          withVisitorData(question, answerOf(sources, question))),
  })
  return {
    ...controls,
    url: server.url,
    close: server.close,
    requests: register.requests,
    cookies: register.cookies,
    unknown: register.unknown,
    get unchanged() {
      return register.unchanged
    },
    get traffic() {
      return server.traffic()
    },
    hub,
    visitors,
    versions,
    exits,
    recordings: recorded?.index ?? [],
    fault: faults.lay,
    clearFaults: faults.clear,
  }
}

type Controls = Pick<FakeYoutube, 'publish' | 'stand' | 'validate'>

const controlsOf = (library: Shelf, hub: ReturnType<typeof openHub>): Controls => ({
  async publish(...publications) {
    const videos = publications.map(library.publish)
    for (const video of videos) if (video.publishedAt <= library.now()) await hub.told(video)
    return videos
  },
  stand: (channelId, standing) => void library.standings.set(channelId, standing),
  validate(by) {
    library.validator = by
  },
})

/** The same controls over HTTP, for a fake in another process: `POST /_fake/publish` etc., with JSON bodies. */
const httpControlsOf = (controls: Controls, hub: FakeHub, visitors: FakeVisitors) => ({
  publish: async (body: unknown) => {
    const { channelId, count = 1, at, ...texts } = body as Omit<Publication, 'at'> & { count?: number; at?: string }
    const publication = { ...texts, channelId, ...(at ? { at: new Date(at) } : {}) }
    const videos = await controls.publish(...Array.from({ length: count }, () => publication))
    return { videoIds: videos.map(({ id }) => id) }
  },
  channel: (body: unknown) => {
    const { channelId, standing } = body as { channelId: string; standing: Standing }
    controls.stand(channelId, standing)
    return {}
  },
  validator: (body: unknown) => {
    controls.validate((body as { by: Validator }).by)
    return {}
  },
  hub: (body: unknown) => {
    const { reach, grant } = body as { reach?: string; grant?: number }
    if (reach) hub.reach(reach)
    if (grant) hub.grant(grant)
    return {}
  },
  visitors: (body: unknown) => {
    const { accept, revoke } = body as { accept?: 'issued' | 'any'; revoke?: boolean }
    if (accept) visitors.accept(accept)
    if (revoke) visitors.revoke()
    return {}
  },
})

/** Recordings take precedence over talks, and a source's own answer over one built from the catalogues. */
const answerOf = (sources: Source[], question: Question): Answer | undefined =>
  firstOf(sources, source => source.answer(question)) ??
  catalogueAnswer(
    {
      video: videoId => firstOf(sources, source => source.video(videoId)),
      channel: name => firstOf(sources, source => source.channel(name)),
      uploads: channelId => firstOf(sources, source => source.uploads(channelId)),
      search: query => {
        const found = sources.map(source => source.search(query))
        return {
          videoIds: found.flatMap(({ videoIds }) => videoIds),
          channelIds: found.flatMap(({ channelIds }) => channelIds),
        }
      },
    },
    question,
  )

const firstOf = <T>(sources: Source[], query: (source: Source) => T | undefined): T | undefined => {
  for (const source of sources) {
    const answer = query(source)
    if (answer !== undefined) return answer
  }
  return undefined
}
