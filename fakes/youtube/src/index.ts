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
  /** 0 takes a free port. */
  port?: number
  hostname?: string
  /** A folder of recorded traffic. */
  recordings?: string
  /** Pairs recorded videos with caption files of that folder, against its `captions.json`. */
  captionsOf?: Record<string, string>
  /** Whether the project's own talks are served as well; they are unless told otherwise. */
  talks?: boolean
  /** More videos made of the project's talks, as a benchmark needs by the dozen. */
  extraVideos?: readonly VideoEntry[]
  /** The instant from which the dates of the talks count back. */
  startedAt?: Date
  /** Tells what time it is, for releases, dates and leases; the machine's clock unless told otherwise. */
  clock?: { now(): Date }
  /** Talks that are held back until an instant, by their ids. */
  releases?: Readonly<Record<string, Date>>
  faults?: Record<string, Fault>
  /** The sound of some of the talks: any audio file, by the id of its video. The others offer none. */
  sounds?: Readonly<Record<string, Uint8Array>>
}

export interface FakeYoutube extends Register {
  url: string
  /** What the files of the recordings folder became; empty without one. */
  recordings: RecordedSource['index']
  /** Lays a fault on every question whose key matches (`player|*|VISIONOS`); returns what takes it away. */
  fault(key: string, fault: Fault): () => void
  clearFaults(): void
  /** New videos, each of another talk, with captions; the hub has told of them when this is done. */
  publish(...publications: Publication[]): Promise<TalkVideo[]>
  /** Makes the page of a channel say that it is private or deleted, or brings it back. */
  stand(channelId: string, standing: Standing): void
  /** What feeds give to be asked again by: an ETag unless told otherwise. */
  validate(by: Validator): void
  hub: FakeHub
  visitors: FakeVisitors
  versions: FakeVersions
  exits: FakeExits
  close(): Promise<void>
}

/** Starts a stand-in of YouTube: the project's own talks, and recorded traffic where a folder is given. */
export const startFakeYoutube = async (config: FakeYoutubeConfig = {}): Promise<FakeYoutube> => {
  const recorded = config.recordings === undefined ? undefined : recordedSource(config.recordings, config.captionsOf)
  const { clock, releases, extraVideos: extra } = config
  const shelf = openShelf({ startedAt: config.startedAt ?? clock?.now() ?? new Date(), clock, extra, releases })
  const hub = openHub(shelf.now)
  const talks = config.talks === false ? undefined : talkSource(shelf, config.sounds)
  const sources: Source[] = [recorded, talks].filter(source => source !== undefined)
  const faults = faultRegister()
  for (const [key, fault] of Object.entries(config.faults ?? {})) faults.lay(key, fault)
  const steering = steeringOf(shelf, hub)
  const visitors = openVisitors()
  const versions = openVersions()
  const exits = openExits()
  const register: Omit<Register, 'traffic'> = { requests: [], cookies: [], unknown: [], unchanged: 0 }
  const paged = (question: Question, answer: Answer | undefined) =>
    (question.op === 'watch' || question.op === 'embed') && answer ? visitors.inPage(answer) : answer
  const server = await serveFake({
    port: config.port ?? 0,
    hostname: config.hostname ?? '127.0.0.1',
    faults,
    register,
    levers: leversOf(steering, hub, visitors),
    answer: (question, request) =>
      question.op === 'hub'
        ? hub.answer(question.channelId, question.form)
        : (exits.refusal(question, request) ??
          versions.refusal(request) ??
          visitors.answer(question) ??
          paged(question, answerOf(sources, question))),
  })
  return {
    ...steering,
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

type Steering = Pick<FakeYoutube, 'publish' | 'stand' | 'validate'>

const steeringOf = (shelf: Shelf, hub: ReturnType<typeof openHub>): Steering => ({
  async publish(...publications) {
    const videos = publications.map(shelf.publish)
    for (const video of videos) if (video.publishedAt <= shelf.now()) await hub.told(video)
    return videos
  },
  stand: (channelId, standing) => void shelf.standings.set(channelId, standing),
  validate(by) {
    shelf.validator = by
  },
})

/** The same by HTTP, for a fake that runs as a program: `POST /_fake/publish` and the others, with JSON. */
const leversOf = (steering: Steering, hub: FakeHub, visitors: FakeVisitors) => ({
  publish: async (asked: unknown) => {
    const { channelId, count = 1, at, ...told } = asked as Omit<Publication, 'at'> & { count?: number; at?: string }
    const one = { ...told, channelId, ...(at ? { at: new Date(at) } : {}) }
    const videos = await steering.publish(...Array.from({ length: count }, () => one))
    return { videoIds: videos.map(({ id }) => id) }
  },
  channel: (asked: unknown) => {
    const { channelId, standing } = asked as { channelId: string; standing: Standing }
    steering.stand(channelId, standing)
    return {}
  },
  validator: (asked: unknown) => {
    steering.validate((asked as { by: Validator }).by)
    return {}
  },
  hub: (asked: unknown) => {
    const { reach, grant } = asked as { reach?: string; grant?: number }
    if (reach) hub.reach(reach)
    if (grant) hub.grant(grant)
    return {}
  },
  visitors: (asked: unknown) => {
    const { accept, revoke } = asked as { accept?: 'issued' | 'any'; revoke?: boolean }
    if (accept) visitors.accept(accept)
    if (revoke) visitors.revoke()
    return {}
  },
})

/** What a source says itself goes before what is made from the catalogues, and the recordings before the talks. */
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

const firstOf = <T>(sources: Source[], ask: (source: Source) => T | undefined): T | undefined => {
  for (const source of sources) {
    const answer = ask(source)
    if (answer !== undefined) return answer
  }
  return undefined
}
