import type { VideoEntry } from '../fixtures/load.ts'
import { createAddressBlocks, type FakeAddressBlocks } from './address-blocks.ts'
import type { Answer } from './answer.ts'
import { catalogueAnswer } from './catalogue.ts'
import { createFaultRegistry, type Fault } from './faults.ts'
import { createHub, type FakeHub } from './hub.ts'
import type { Question } from './question.ts'
import { createRecordedSource, type RecordedSource } from './recordings/source.ts'
import { type RequestLog, serveFake } from './server.ts'
import type { Source } from './source.ts'
import { createTalkSource } from './talks/source.ts'
import {
  type ChannelStatus,
  createTalkLibrary,
  type Publication,
  type TalkLibrary,
  type TalkVideo,
  type Validator,
} from './talks/talk-library.ts'
import { createVersionCheck, type FakeVersions } from './versions.ts'
import { createVisitors, type FakeVisitors } from './visitors.ts'

export type { VideoEntry } from '../fixtures/load.ts'
export type { Fault } from './faults.ts'
export type { FakeHub } from './hub.ts'
export { type Recording, readRecordings } from './recordings/folder.ts'
export { createRecordedSource } from './recordings/source.ts'
export { generatedChannelId } from './talks/generated-channels.ts'
export type { Publication, TalkVideo } from './talks/talk-library.ts'

export interface FakeYoutubeConfig {
  /** 0 (the default) takes a free port. */
  port?: number
  hostname?: string
  /** Folder of recorded traffic. */
  recordings?: string
  /** Caption files of that folder by video id; overrides its `captions.json`. */
  captionFiles?: Record<string, string>
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
  audioFiles?: Readonly<Record<string, Uint8Array>>
}

export interface FakeYoutube extends RequestLog {
  url: string
  /** The files of the recordings folder and the request keys that they answer. */
  recordings: RecordedSource['index']
  /** Injects a fault for all requests whose key matches (`player|*|VISIONOS`) and returns a function that removes it. */
  fault(key: string, fault: Fault): () => void
  clearFaults(): void
  /** Publishes videos with captions, each of another talk. Resolves when the hub has announced those already released. */
  publish(...publications: Publication[]): Promise<TalkVideo[]>
  /** Makes a channel private or deleted, or restores it. */
  setChannelStatus(channelId: string, status: ChannelStatus): void
  /** Sets the cache validator of feeds (default: ETag). */
  setFeedValidator(by: Validator): void
  hub: FakeHub
  visitors: FakeVisitors
  versions: FakeVersions
  addressBlocks: FakeAddressBlocks
  close(): Promise<void>
}

/** Starts a fake of YouTube with the project's own talks and, if a folder is given, recorded traffic. */
export const startFakeYoutube = async (config: FakeYoutubeConfig = {}): Promise<FakeYoutube> => {
  const recorded =
    config.recordings === undefined ? undefined : createRecordedSource(config.recordings, config.captionFiles)
  const { clock, releases, extraVideos: extra } = config
  const library = createTalkLibrary({
    startedAt: config.startedAt ?? clock?.now() ?? new Date(),
    clock,
    extra,
    releases,
  })
  const hub = createHub(library.now)
  const talks = config.talks === false ? undefined : createTalkSource(library, config.audioFiles)
  const sources: Source[] = [recorded, talks].filter(source => source !== undefined)
  const faults = createFaultRegistry()
  for (const [key, fault] of Object.entries(config.faults ?? {})) faults.inject(key, fault)
  const controls = controlsOf(library, hub)
  const visitors = createVisitors()
  const versions = createVersionCheck()
  const addressBlocks = createAddressBlocks()
  const log: Omit<RequestLog, 'traffic'> = { requests: [], cookies: [], unknown: [], unchanged: 0 }
  const withVisitorData = (question: Question, answer: Answer | undefined) =>
    (question.op === 'watch' || question.op === 'embed') && answer ? visitors.addToPage(answer) : answer
  const server = await serveFake({
    port: config.port ?? 0,
    hostname: config.hostname ?? '127.0.0.1',
    faults,
    log,
    controls: httpControlsOf(controls, hub, visitors),
    answer: (question, request) =>
      question.op === 'hub'
        ? hub.answer(question.channelId, question.form)
        : (addressBlocks.refusal(question, request) ??
          versions.refusal(request) ??
          visitors.answer(question) ??
          withVisitorData(question, answerOf(sources, question))),
  })
  return {
    ...controls,
    url: server.url,
    close: server.close,
    requests: log.requests,
    cookies: log.cookies,
    unknown: log.unknown,
    get unchanged() {
      return log.unchanged
    },
    get traffic() {
      return server.traffic()
    },
    hub,
    visitors,
    versions,
    addressBlocks,
    recordings: recorded?.index ?? [],
    fault: faults.inject,
    clearFaults: faults.clear,
  }
}

type Controls = Pick<FakeYoutube, 'publish' | 'setChannelStatus' | 'setFeedValidator'>

const controlsOf = (library: TalkLibrary, hub: ReturnType<typeof createHub>): Controls => ({
  async publish(...publications) {
    const videos = publications.map(library.publish)
    for (const video of videos) if (video.publishedAt <= library.now()) await hub.announce(video)
    return videos
  },
  setChannelStatus: (channelId, status) => void library.channelStatuses.set(channelId, status),
  setFeedValidator(by) {
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
    const { channelId, standing } = body as { channelId: string; standing: ChannelStatus }
    controls.setChannelStatus(channelId, standing)
    return {}
  },
  validator: (body: unknown) => {
    controls.setFeedValidator((body as { by: Validator }).by)
    return {}
  },
  hub: (body: unknown) => {
    const { reach, grant } = body as { reach?: string; grant?: number }
    if (reach) hub.redirectCallbacksTo(reach)
    if (grant) hub.setLeaseSeconds(grant)
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
