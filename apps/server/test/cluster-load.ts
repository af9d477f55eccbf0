import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ApiError, type SummaryItem } from '@recaps/contract'
import { sql } from 'kysely'
import type { Cluster, ClusterUser } from './cluster.ts'
import { talks } from './talks.ts'
import { eventually, youtube } from './wait-for.ts'

const presets = ['short', 'standard', 'long'] as const
const forms = presets.flatMap(preset => talks.map(urlOrId => ({ urlOrId, preset, type: youtube, maxLength: 250 })))

/** The n-th summary request of a user. Odd ones have a focus of their own; even ones may share a recap with other users. */
export const clusterRequest = (user: number, n: number) => ({
  ...forms[(user + n) % forms.length]!,
  ...(n % 2 === 1 || n >= forms.length ? { focus: `What number ${n} says to reader ${user}` } : {}),
})

const repeatAfterMs = 200

/** Repeats a call that was interrupted, rate-limited or failed on the server, as users do. */
export async function withRetries<T>(call: () => Promise<T>, onRepeat: () => void = () => {}): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
      onRepeat()
      const retryAfterMs = error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 0) * 1000 : 0
      await setTimeout(Math.max(repeatAfterMs, retryAfterMs))
    }
  }
}

/** Why a call failed, and whether the server or HAProxy refused it. */
export function failureReason(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.body?.code ?? 'by HAProxy'}`
  return error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)
}

/** Waits until no summary is in progress. */
export async function untilIdle({ database }: Cluster, timeoutMs = 1_200_000): Promise<void> {
  await eventually(
    async () => (await inWork.execute(database.db)).rows,
    left => left.length === 0,
    timeoutMs,
  )
}

const inWork = sql<object>`
  select summaries.id, recaps.state, recaps.code, audios.state as audio, audios.attempts from summaries
  join recaps on recaps.id = recap_id left join audios on audios.id = audio_id
  where summaries.deleted_at is null and summaries.cancelled_at is null and recaps.state <> 'failed'
    and (recaps.state <> 'readable' or audios.state is null or audios.state = 'pending')`

export interface ClusterOutcome {
  ready: number
  lost: number[]
  duplicated: number[]
  failed: object[]
  /** Users whose monthly usage differs from the number of their requests. */
  wrongMonthlyCounts: object[]
  /** Downloaded through HAProxy. */
  audios: number
  brokenAudios: string[]
  audit: string[]
}

/** Compares the summaries of every user with the ids they were given. Call it when no summary is in progress. */
export async function countOutcome(
  cluster: Cluster,
  requested: ReadonlyMap<ClusterUser, readonly number[]>,
): Promise<ClusterOutcome> {
  const outcome: ClusterOutcome = {
    ...{ ready: 0, lost: [], duplicated: [], failed: [], wrongMonthlyCounts: [] },
    ...{ audios: 0, brokenAudios: [], audit: await cluster.audit() },
  }
  const bytesOf = await audioSizes(cluster)
  for (const [user, ids] of requested) {
    const { data, used } = await listAll(user)
    const listed = data.map(({ id }) => id)
    outcome.lost.push(...ids.filter(id => !listed.includes(id)))
    outcome.duplicated.push(...listed.filter((id, at) => !ids.includes(id) || listed.indexOf(id) !== at))
    outcome.failed.push(...data.filter(isUnfinished).map(({ id, state, audio, code }) => ({ id, state, audio, code })))
    outcome.ready += data.filter(summary => !isUnfinished(summary)).length
    if (used !== ids.length) outcome.wrongMonthlyCounts.push({ used, requested: ids.length })
    for (const { audioUrl } of data) {
      if (!audioUrl) continue
      outcome.audios++
      const error = await audioError(cluster.url + audioUrl, bytesOf)
      if (error) outcome.brokenAudios.push(`${audioUrl}: ${error}`)
    }
  }
  return outcome
}

/** The error lists of `countOutcome`, all empty. */
export const noErrors = {
  ...{ lost: [], duplicated: [], failed: [], wrongMonthlyCounts: [], brokenAudios: [], audit: [] },
} satisfies Partial<ClusterOutcome>

export const formatOutcome = ({
  ready,
  lost,
  duplicated,
  failed,
  wrongMonthlyCounts,
  audios,
  brokenAudios,
  audit,
}: ClusterOutcome): string =>
  `${ready} ready, ${lost.length} lost, ${duplicated.length} duplicated, ${failed.length} failed, ${wrongMonthlyCounts.length} monthly counts wrong, ` +
  `${audios - brokenAudios.length} of ${audios} audio files intact, ${audit.length} findings in database and bucket`

const isUnfinished = ({ state, audio, code }: SummaryItem): boolean =>
  state !== 'ready' || audio !== 'ready' || code !== null

async function listAll({ client }: ClusterUser): Promise<{ data: SummaryItem[]; used: number }> {
  const data: SummaryItem[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await client.summaries.list({ query: { limit: 100, cursor } })
    data.push(...page.data)
    if (page.nextCursor === null) return { data, used: page.month.used }
    cursor = page.nextCursor
  }
}

async function audioSizes({ database }: Cluster): Promise<Map<string, number>> {
  const rows = await database.db
    .selectFrom('audios')
    .select(['mp3_key', 'bytes'])
    .where('state', '=', 'ready')
    .execute()
  return new Map(rows.map(({ mp3_key: key, bytes }) => [key!.slice(key!.lastIndexOf('/') + 1), Number(bytes)]))
}

/** MP3 files are named after their SHA-256. */
async function audioError(url: string, bytesOf: ReadonlyMap<string, number>): Promise<string | null> {
  const answer = await fetch(url)
  if (!answer.ok) return `status ${answer.status}`
  const mp3 = Buffer.from(await answer.arrayBuffer())
  const name = new URL(url).pathname.split('/').at(-1)!
  if (mp3.byteLength !== bytesOf.get(name)) return `${mp3.byteLength} bytes instead of ${bytesOf.get(name)}`
  return `${createHash('sha256').update(mp3).digest('hex')}.mp3` === name
    ? null
    : 'the content does not match the hash in the name'
}
