import type { VideoEntry } from '../fixtures/load.ts'
import type { Answer } from './answer.ts'
import { catalogueAnswer } from './catalogue.ts'
import { type Fault, faultRegister } from './faults.ts'
import type { Question } from './question.ts'
import { type RecordedSource, recordedSource } from './recordings/source.ts'
import { type Register, serveTwin } from './server.ts'
import type { Source } from './source.ts'
import { talkSource } from './talks/source.ts'

export type { VideoEntry } from '../fixtures/load.ts'
export type { Fault } from './faults.ts'
export { idOfFile, type Recording, readRecordings } from './recordings/folder.ts'
export { recordedSource } from './recordings/source.ts'

export interface YoutubeTwinConfig {
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
  faults?: Record<string, Fault>
  /** The sound of some of the talks: any audio file, by the id of its video. The others offer none. */
  sounds?: Readonly<Record<string, Uint8Array>>
}

export interface YoutubeTwin extends Register {
  url: string
  /** What the files of the recordings folder became; empty without one. */
  recordings: RecordedSource['index']
  /** Lays a fault on every question whose key matches (`player|*|VISIONOS`); returns what takes it away. */
  fault(key: string, fault: Fault): () => void
  clearFaults(): void
  close(): Promise<void>
}

/** Starts a stand-in of YouTube: the project's own talks, and recorded traffic where a folder is given. */
export const startYoutubeTwin = async (config: YoutubeTwinConfig = {}): Promise<YoutubeTwin> => {
  const recorded = config.recordings === undefined ? undefined : recordedSource(config.recordings, config.captionsOf)
  const talks =
    config.talks === false ? undefined : talkSource(config.startedAt ?? new Date(), config.extraVideos, config.sounds)
  const sources: Source[] = [recorded, talks].filter(source => source !== undefined)
  const faults = faultRegister()
  for (const [key, fault] of Object.entries(config.faults ?? {})) faults.lay(key, fault)
  const register: Register = { requests: [], unknown: [] }
  const server = await serveTwin({
    port: config.port ?? 0,
    hostname: config.hostname ?? '127.0.0.1',
    faults,
    register,
    answer: question => answerOf(sources, question),
  })
  return {
    ...register,
    ...server,
    recordings: recorded?.index ?? [],
    fault: faults.lay,
    clearFaults: faults.clear,
  }
}

/** What a source says itself goes before what is made from the catalogues, and the recordings before the talks. */
const answerOf = (sources: Source[], question: Question): Answer | undefined =>
  firstOf(sources, source => source.answer(question)) ??
  catalogueAnswer(
    {
      video: videoId => firstOf(sources, source => source.video(videoId)),
      channel: name => firstOf(sources, source => source.channel(name)),
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
