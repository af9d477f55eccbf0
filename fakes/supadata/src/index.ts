import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFaultRegistry, type FaultLimits } from '@recaps/fake-parts'
import { errorBody, type SupadataErrorCode, statusOf } from './errors.ts'
import { type SupadataFault, sendFault } from './faults.ts'

export { type SupadataErrorCode, supadataErrorCodes } from './errors.ts'
export type { SupadataFault } from './faults.ts'

/** Times in milliseconds. */
export interface SupadataSegment {
  text: string
  offset: number
  duration: number
}

export interface SupadataVideo {
  /** By language. The first one is served if there is none in the requested language. */
  tracks: Readonly<Record<string, readonly SupadataSegment[]>>
  /** A long video: the first answer is 202 with a job, which completes after this many polls. */
  polls?: number
  /** Makes the job of a long video fail with this error. */
  failure?: SupadataErrorCode
  /** Puts the transcript of a job into `result`, as the SDK declares it, instead of next to `status`. */
  isNested?: boolean
}

export interface SupadataRequest {
  /** `transcript` requests a video's transcript, `job` polls a job. */
  endpoint: Endpoint
  /** The video id, of polls too; null if the request names none. */
  videoId: string | null
  query: Record<string, string>
  headers: IncomingMessage['headers']
}

export type Endpoint = 'transcript' | 'job'

export interface FakeSupadataConfig {
  /** 0 (the default) takes a free port. */
  port?: number
  /** The accepted API key. */
  key: string
  /** By video id. */
  videos?: Readonly<Record<string, SupadataVideo>>
  /** How many transcripts the plan includes; unlimited by default. */
  credits?: number
}

export interface SupadataFaultLimits extends Pick<FaultLimits, 'times' | 'after'> {
  /** `transcript` by default. */
  endpoint?: Endpoint
  /** The affected video; all by default. */
  videoId?: string
}

export interface FakeSupadata {
  url: string
  /** All requests so far, in order. */
  requests: SupadataRequest[]
  addVideo(videoId: string, video: SupadataVideo): void
  /** Injects a fault and returns a function that removes it. */
  fault(fault: SupadataFault, limits?: SupadataFaultLimits): () => void
  close(): Promise<void>
}

interface Job {
  videoId: string
  language: string
  polls: number
}

/** Starts a fake of Supadata's transcript API. */
export async function startFakeSupadata(config: FakeSupadataConfig): Promise<FakeSupadata> {
  const videos = new Map(Object.entries(config.videos ?? {}))
  const jobs = new Map<string, Job>()
  const requests: SupadataRequest[] = []
  const faults = { transcript: createFaultRegistry<SupadataFault>(), job: createFaultRegistry<SupadataFault>() }
  let credits = config.credits ?? Number.POSITIVE_INFINITY

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = /^\/v1\/transcript(?:\/([^/]+))?$/.exec(url.pathname)
    const query = Object.fromEntries(url.searchParams)
    const [, jobId] = path ?? []
    const job = jobs.get(jobId ?? '')
    const endpoint = jobId === undefined ? 'transcript' : 'job'
    const videoId = job?.videoId ?? videoIdIn(query.url)
    if (path && request.method === 'GET') requests.push({ endpoint, videoId, query, headers: request.headers })
    const isAuthorized = request.headers['x-api-key'] === config.key
    const fault = path && isAuthorized ? faults[endpoint].take(videoId ?? '') : undefined
    const correct = (): Answer => {
      if (!path || request.method !== 'GET') return failed('not-found')
      if (!isAuthorized) return failed('unauthorized')
      return endpoint === 'job' ? jobAnswer(job) : transcriptAnswer(videoId, query)
    }
    if (fault) sendFault(fault, response, () => JSON.stringify(correct().body))
    else sendJson(response, correct())
  }

  function transcriptAnswer(videoId: string | null, query: Record<string, string>): Answer {
    const { lang, text = 'false', mode = 'auto' } = query
    const isValid = ['true', 'false'].includes(text) && ['native', 'auto', 'generate'].includes(mode)
    if (videoId === null || !isValid) return failed('invalid-request')
    const video = videos.get(videoId)
    if (video === undefined) return failed('not-found')
    const [first] = Object.keys(video.tracks)
    // Documented: 429 for a used-up quota, 402 for a feature missing from the plan.
    if (credits <= 0) return failed('limit-exceeded')
    const language = lang !== undefined && lang in video.tracks ? lang : first
    if (language === undefined) return failed('transcript-unavailable')
    credits--
    if (video.polls === undefined) return { status: 200, body: transcriptOf(video, language, text === 'true') }
    const jobId = randomUUID()
    jobs.set(jobId, { videoId, language, polls: 0 })
    return { status: 202, body: { jobId } }
  }

  function jobAnswer(job: Job | undefined): Answer {
    const video = job && videos.get(job.videoId)
    if (job === undefined || video === undefined) return failed('not-found')
    job.polls++
    if (job.polls < (video.polls ?? 0)) return { status: 200, body: { status: job.polls === 1 ? 'queued' : 'active' } }
    if (video.failure) return { status: 200, body: { status: 'failed', error: errorBody(video.failure) } }
    const transcript = transcriptOf(video, job.language, false)
    const body = { status: 'completed', error: null, ...(video.isNested ? { result: transcript } : transcript) }
    return { status: 200, body }
  }

  const server = createServer(answer).listen(config.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    addVideo: (videoId, video) => void videos.set(videoId, video),
    fault: (fault, { endpoint = 'transcript', videoId, ...limits } = {}) =>
      faults[endpoint].inject(fault, { ...limits, ...(videoId === undefined ? {} : { endpoint: videoId }) }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Answer {
  status: number
  body: unknown
}

const failed = (code: SupadataErrorCode): Answer => ({ status: statusOf(code), body: errorBody(code) })

const videoIdIn = (link: string | undefined): string | null =>
  /^https:\/\/(?:www\.youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{11})$/.exec(link ?? '')?.[1] ?? null

const transcriptOf = ({ tracks }: SupadataVideo, lang: string, isText: boolean) => {
  const segments = tracks[lang] ?? []
  return {
    content: isText ? segments.map(({ text }) => text).join(' ') : segments.map(segment => ({ ...segment, lang })),
    lang,
    availableLangs: Object.keys(tracks),
  }
}

const sendJson = (response: ServerResponse, { status, body }: Answer): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
