import { chooseCaptionTrack } from '@recaps/domain/caption-track'
import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { z } from 'zod'
import type { Captions, CaptionTrack } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { Route } from '../youtube/gateway.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'
import { ytDlpName as provider, type YtDlp } from '../youtube/yt-dlp.ts'
import { looksLikeCaptions } from './sniff.ts'

const FETCH_DEADLINE_MS = 8_000

export interface YtDlpCaptionsDeps {
  ytDlp: YtDlp
  route: Pick<Route, 'fetch'>
  clock: Clock
}

/**
 * Captions by way of yt-dlp (github.com/yt-dlp/yt-dlp), which is often mended sooner than we are. The program only tells
 * where the tracks are; the track itself comes over our own way out, with its limits.
 */
export const ytDlpCaptions = (deps: YtDlpCaptionsDeps): Captions => ({
  async read(videoId, { signal } = {}) {
    const told = infoSchema.safeParse(await deps.ytDlp.info({ videoId, signal }))
    if (!told.success) throw videoFailure(provider, 'parse_changed', { cause: told.error })
    const track = chooseTrack(told.data)
    if (track === null) throw videoFailure(provider, 'no_captions')
    return { kind: track.kind, language: track.language, body: await fetchTrack(deps, track.url, signal), provider }
  },
})

const formatsSchema = z
  .record(z.string(), z.object({ ext: z.string(), url: z.string(), name: z.string().nullish() }).array())
  .default({})
const infoSchema = z.object({
  language: z.string().nullish(),
  subtitles: formatsSchema,
  automatic_captions: formatsSchema,
})
type Info = z.infer<typeof infoSchema>
type Choice = Pick<CaptionTrack, 'kind' | 'language'> & { url: string; name?: string | undefined }

/** Automatic tracks are listed with all their translations; the spoken language is the one marked `-orig`. */
const chooseTrack = ({ language, subtitles, automatic_captions: automatic }: Info): Choice | null => {
  const marked = Object.keys(automatic).find(name => name.endsWith('-orig'))
  const spoken = marked?.replace(/-orig$/, '') ?? language ?? Object.keys(automatic)[0]
  const heard = marked ?? spoken ?? ''
  const choices = [
    ...Object.entries(subtitles).map(([name, formats]) => choice('manual', name, formats)),
    choice('auto', heard, automatic[heard] ?? []),
  ].filter(one => one !== undefined)
  return chooseCaptionTrack(choices, spoken)
}

const choice = (kind: CaptionTrack['kind'], name: string, formats: Info['subtitles'][string]): Choice | undefined => {
  const format = ['json3', 'srv1', 'vtt'].flatMap(ext => formats.filter(one => one.ext === ext))[0]
  return format && { kind, language: languageIn(name), url: format.url, name: format.name ?? undefined }
}

/** Of `en-orig` it is `en`, and so it is of `en-eEY6OEpapPo`: tracks that have a name of their own are listed by an id. */
const languageIn = (name: string): string => name.replace(/-(?:orig|[\w-]{11})$/, '')

const fetchTrack = async (
  { route, clock }: YtDlpCaptionsDeps,
  url: string,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  const isYoutube = URL.canParse(url) && /(?:^|\.)youtube\.com$/.test(new URL(url).hostname)
  if (!isYoutube) throw videoFailure(provider, 'parse_changed', { detail: 'track outside of YouTube' })
  const answer = await route
    .fetch({ url, signal, deadlineMs: FETCH_DEADLINE_MS, maxBytes: MAX_CAPTION_BYTES })
    .catch(error => {
      throw networkFailure(provider, error)
    })
  const refusal = refusalOf(provider, answer, clock.now())
  if (refusal !== null) throw refusal
  if (answer.body.byteLength === 0) throw videoFailure(provider, 'po_token_required')
  if (!looksLikeCaptions(answer.body)) throw videoFailure(provider, 'parse_changed', { detail: 'no captions' })
  return answer.body
}
