import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AudioSource } from '../../ports/audio-source.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Attempt, Attempts } from '../youtube/attempts.ts'
import { chooseAudio, type FetchableAudio } from '../youtube/audio-format.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { FetchPlayer } from '../youtube/player.ts'
import { httpRefusal, networkFailure } from '../youtube/refusals.ts'

export interface InnertubeAudioDeps {
  attempts: Attempts
  player: FetchPlayer
  clock: Clock
}

/** YouTube throttles larger ranges. */
const rangeBytes = 8 * 2 ** 20
/** Twelve hours in the best quality. */
const maxAudioBytes = 2 ** 30
const playerTimeoutMs = 8_000
const rangeTimeoutMs = 120_000

/** Downloads audio from the URL in InnerTube's player response, range by range. Continues an interrupted download. */
export const innertubeAudio = ({ attempts, player, clock }: InnertubeAudioDeps): AudioSource => ({
  download: (videoId, file, { signal }) =>
    attempts(
      videoId,
      async attempt => {
        const body = await player({ videoId, ...attempt, requestMs: playerTimeoutMs })
        const audio = chooseAudio(body)
        if (audio === null)
          throw videoFailure(attempt.provider, 'po_token_required', { detail: 'no audio URL in the player response' })
        if (audio.contentLength > maxAudioBytes)
          throw videoFailure(attempt.provider, 'too_long', { detail: `${audio.contentLength} bytes of audio` })
        await download(file, audio, attempt, clock)
      },
      { signal },
    ),
})

async function download(file: string, audio: FetchableAudio, attempt: Attempt, clock: Clock): Promise<void> {
  let size = await sizeToContinue(file, audio)
  while (size < audio.contentLength) {
    const last = Math.min(size + rangeBytes, audio.contentLength) - 1
    const bytes = await fetchRange(audio.url, size, last, attempt, clock)
    await appendFile(file, bytes)
    size += bytes.byteLength
  }
}

/** The bytes that the file already has of exactly this audio. Deletes the file if it has other audio, from another client or an earlier upload. */
async function sizeToContinue(file: string, { itag, contentLength, lastModified }: FetchableAudio): Promise<number> {
  const identity = JSON.stringify({ itag, contentLength, lastModified })
  const sourceFile = `${file}.source`
  const source = await readFile(sourceFile, 'utf8').catch(() => '')
  const size =
    source === identity
      ? await stat(file).then(
          ({ size }) => size,
          () => 0,
        )
      : 0
  if (size > 0 && size <= contentLength) return size
  await rm(file, { force: true })
  await writeFile(sourceFile, identity)
  return 0
}

async function fetchRange(
  url: string,
  first: number,
  last: number,
  { route, provider, signal }: Attempt,
  clock: Clock,
): Promise<Uint8Array> {
  const headers = { range: `bytes=${first}-${last}` }
  const response = await route
    .fetchAudio({ url, headers, signal, deadlineMs: rangeTimeoutMs, maxBytes: last - first + 1 })
    .catch(error => {
      throw networkFailure(provider, error)
    })
  const refusal = httpRefusal(provider, response, clock.now())
  if (refusal !== null) throw refusal
  // A complete file (200) would be larger than `maxBytes`, and useful only at the start of the download.
  if (response.status !== 206 || response.body.byteLength === 0)
    throw videoFailure(provider, 'parse_changed', { detail: `HTTP ${response.status} instead of a range of the audio` })
  return response.body
}
