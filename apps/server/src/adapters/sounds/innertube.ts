import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { Clock } from '../../ports/clock.ts'
import type { Sounds } from '../../ports/sounds.ts'
import type { Attempt, Attempts } from '../youtube/attempts.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { AskPlayer } from '../youtube/player.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'
import { chooseSound, type FetchableSound } from '../youtube/sound-offer.ts'

export interface InnertubeSoundsDeps {
  attempts: Attempts
  player: AskPlayer
  clock: Clock
}

/** Whoever asks for more at once is sent it slowly. */
const pieceBytes = 8 * 2 ** 20
/** Twelve hours of the best sound there is. */
const mostBytes = 2 ** 30
const playerMs = 8_000
const pieceMs = 120_000

/** The sound that InnerTube's player answers tell the address of, fetched piece by piece; what is there of it is continued. */
export const innertubeSounds = ({ attempts, player, clock }: InnertubeSoundsDeps): Sounds => ({
  bring: (videoId, file, { signal }) =>
    attempts(
      videoId,
      async attempt => {
        const body = await player({ videoId, ...attempt, requestMs: playerMs })
        const sound = chooseSound(body)
        if (sound === null)
          throw videoFailure(attempt.provider, 'po_token_required', { detail: 'no address of its sound' })
        if (sound.contentLength > mostBytes)
          throw videoFailure(attempt.provider, 'too_long', { detail: `${sound.contentLength} bytes of sound` })
        await fetchInto(file, sound, attempt, clock)
      },
      { signal },
    ),
})

async function fetchInto(file: string, sound: FetchableSound, attempt: Attempt, clock: Clock): Promise<void> {
  let size = await continued(file, sound)
  while (size < sound.contentLength) {
    const last = Math.min(size + pieceBytes, sound.contentLength) - 1
    const bytes = await fetchRange(sound.url, size, last, attempt, clock)
    await appendFile(file, bytes)
    size += bytes.byteLength
  }
}

/** How much of this very sound the file has. Another one, of another client or after a new upload, begins anew. */
async function continued(file: string, { itag, contentLength, lastModified }: FetchableSound): Promise<number> {
  const identity = JSON.stringify({ itag, contentLength, lastModified })
  const note = `${file}.source`
  const known = await readFile(note, 'utf8').catch(() => '')
  const size =
    known === identity
      ? await stat(file).then(
          ({ size }) => size,
          () => 0,
        )
      : 0
  if (size > 0 && size <= contentLength) return size
  await rm(file, { force: true })
  await writeFile(note, identity)
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
  const answer = await route
    .fetchSound({ url, headers, signal, deadlineMs: pieceMs, maxBytes: last - first + 1 })
    .catch(error => {
      throw networkFailure(provider, error)
    })
  const refusal = refusalOf(provider, answer, clock.now())
  if (refusal !== null) throw refusal
  // A whole answer would be as good only from the beginning, and would not have come within the bytes allowed.
  if (answer.status !== 206 || answer.body.byteLength === 0)
    throw videoFailure(provider, 'parse_changed', { detail: `HTTP ${answer.status} in place of a part of the sound` })
  return answer.body
}
