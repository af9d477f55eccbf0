import { chooseCaptionTrack } from '@recaps/domain/caption-track'
import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { z } from 'zod'
import type { Captions, CaptionTrack } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { Route } from '../youtube/gateway.ts'
import { httpRefusal, networkFailure } from '../youtube/refusals.ts'
import { ytDlpName as provider, type YtDlp } from '../youtube/yt-dlp.ts'
import { looksLikeCaptions } from './sniff.ts'

const FETCH_DEADLINE_MS = 8_000

export interface YtDlpCaptionsDeps {
  ytDlp: YtDlp
  route: Pick<Route, 'fetch'>
  clock: Clock
}

/**
 * Captions with yt-dlp (github.com/yt-dlp/yt-dlp), which is often fixed sooner than we are. yt-dlp only returns the URLs of the
 * tracks; we download the track ourselves over our own outbound route, with its limits.
 */
export const ytDlpCaptions = (deps: YtDlpCaptionsDeps): Captions => ({
  async read(videoId, { signal } = {}) {
    const info = infoSchema.safeParse(await deps.ytDlp.info({ videoId, signal }))
    if (!info.success) throw videoFailure(provider, 'parse_changed', { cause: info.error })
    const track = chooseTrack(info.data)
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

/** Automatic tracks are listed with all their translations; the one in the spoken language is marked `-orig`. */
const chooseTrack = ({ language, subtitles, automatic_captions: automatic }: Info): Choice | null => {
  const marked = Object.keys(automatic).find(name => name.endsWith('-orig'))
  const spoken = marked?.replace(/-orig$/, '') ?? language ?? Object.keys(automatic)[0]
  const automaticName = marked ?? spoken ?? ''
  const choices = [
    ...Object.entries(subtitles).map(([name, formats]) => choice('manual', name, formats)),
    choice('auto', automaticName, automatic[automaticName] ?? []),
  ].filter(one => one !== undefined)
  return chooseCaptionTrack(choices, spoken)
}

const choice = (kind: CaptionTrack['kind'], name: string, formats: Info['subtitles'][string]): Choice | undefined => {
  const format = ['json3', 'srv1', 'vtt'].flatMap(ext => formats.filter(one => one.ext === ext))[0]
  return format && { kind, language: languageIn(name), url: format.url, name: format.name ?? undefined }
}

/** `en` for `en-orig` and for `en-eEY6OEpapPo`: tracks with a name of their own are listed with an id. */
const languageIn = (name: string): string => name.replace(/-(?:orig|[\w-]{11})$/, '')

const fetchTrack = async (
  { route, clock }: YtDlpCaptionsDeps,
  url: string,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  const isYoutube = URL.canParse(url) && /(?:^|\.)youtube\.com$/.test(new URL(url).hostname)
  if (!isYoutube) throw videoFailure(provider, 'parse_changed', { detail: 'track URL is not on YouTube' })
  const answer = await route
    .fetch({ url, signal, deadlineMs: FETCH_DEADLINE_MS, maxBytes: MAX_CAPTION_BYTES })
    .catch(error => {
      throw networkFailure(provider, error)
    })
  const refusal = httpRefusal(provider, answer, clock.now())
  if (refusal !== null) throw refusal
  if (answer.body.byteLength === 0) throw videoFailure(provider, 'po_token_required')
  if (!looksLikeCaptions(answer.body))
    throw videoFailure(provider, 'parse_changed', { detail: 'track contains no captions' })
  return answer.body
}
