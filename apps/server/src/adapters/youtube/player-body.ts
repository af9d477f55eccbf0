import { z } from 'zod'

/**
 * The parts of an InnerTube player response that we read. Everything is optional: the code that needs a part decides what its
 * absence means. A part in an unexpected format counts as missing, so that one change by YouTube does not break everything.
 */
const runs = z.object({ text: z.string() }).array()
const label = z.object({ simpleText: z.string().optional(), runs: runs.optional() })
const count = z.coerce.number().int().nonnegative()
const timestamp = z.string().transform((text, context) => {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) context.addIssue({ code: 'custom', message: 'not a timestamp' })
  return at
})

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

const captionTrack = z.object({
  baseUrl: z.string(),
  languageCode: z.string(),
  vssId: optional(z.string()),
  kind: optional(z.string()),
  name: optional(label),
  trackName: optional(z.string()),
})

const audioTrack = z.object({
  /** Language and type: `ja.4` is the original recording, `en.10` an automatic dub. */
  audioTrackId: optional(z.string()),
  captionTrackIndices: optional(z.number().array()),
  defaultCaptionTrackIndex: optional(z.number()),
})

const errorMessage = z.object({ reason: optional(label), subreason: optional(label) })

const format = z.object({
  itag: z.number(),
  mimeType: z.string(),
  url: optional(z.string()),
  contentLength: optional(count),
  averageBitrate: optional(count),
  bitrate: optional(count),
  lastModified: optional(z.string()),
  /** Dynamic range compression: quiet and loud parts are leveled. */
  isDrc: optional(z.boolean()),
  audioTrack: optional(
    z.object({
      id: optional(z.string()),
      audioIsDefault: optional(z.boolean()),
      isAutoDubbed: optional(z.boolean()),
    }),
  ),
  /** A base64 message whose `acont` is `original` or starts with `dubbed`. */
  xtags: optional(z.string()),
})

export const playerBody = z.object({
  playabilityStatus: optional(
    z.object({
      status: z.string(),
      reason: optional(z.string()),
      reasonTitle: optional(z.string()),
      messages: optional(z.string().array()),
      desktopLegacyAgeGateReason: optional(z.number()),
      errorScreen: optional(z.looseObject({ playerErrorMessageRenderer: optional(errorMessage) })),
      liveStreamability: optional(
        z.object({
          liveStreamabilityRenderer: optional(
            z.object({
              offlineSlate: optional(
                z.object({
                  liveStreamOfflineSlateRenderer: optional(z.object({ scheduledStartTime: optional(count) })),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
  videoDetails: optional(
    z.object({
      videoId: z.string(),
      title: optional(z.string()),
      author: optional(z.string()),
      channelId: optional(z.string()),
      shortDescription: optional(z.string()),
      lengthSeconds: optional(count),
      viewCount: optional(count),
      isCrawlable: optional(z.boolean()),
      isPrivate: optional(z.boolean()),
      isLive: optional(z.boolean()),
      isUpcoming: optional(z.boolean()),
      isLiveContent: optional(z.boolean()),
      isPostLiveDvr: optional(z.boolean()),
    }),
  ),
  captions: optional(
    z.object({
      playerCaptionsTracklistRenderer: optional(
        z.object({
          captionTracks: optional(captionTrack.array()),
          audioTracks: optional(audioTrack.array()),
          defaultAudioTrackIndex: optional(z.number()),
        }),
      ),
    }),
  ),
  streamingData: optional(z.object({ adaptiveFormats: optional(format.array()) })),
  microformat: optional(
    z.object({
      playerMicroformatRenderer: optional(
        z.object({
          isUnlisted: optional(z.boolean()),
          publishDate: optional(timestamp),
          liveBroadcastDetails: optional(
            z.object({ startTimestamp: optional(timestamp), endTimestamp: optional(timestamp) }),
          ),
        }),
      ),
    }),
  ),
})

export type PlayerBody = z.infer<typeof playerBody>
export type Playability = NonNullable<PlayerBody['playabilityStatus']>
export type CaptionTracklist = NonNullable<NonNullable<PlayerBody['captions']>['playerCaptionsTracklistRenderer']>
export type AudioFormat = z.infer<typeof format>
export type CaptionTrackOffer = NonNullable<CaptionTracklist['captionTracks']>[number]

export const labelText = (text: z.infer<typeof label> | undefined): string =>
  text?.simpleText ?? text?.runs?.map(run => run.text).join('') ?? ''
