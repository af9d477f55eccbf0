import { z } from 'zod'
import { route } from './route.ts'

/** Who makes the sound: this server itself, or a service that is set up for it. */
export const voiceProviders = ['built-in', 'openai', 'kokoro', 'elevenlabs'] as const
export type VoiceProvider = (typeof voiceProviders)[number]

export const voice = z.object({
  /** What the setting `voice` takes. */
  id: z.string(),
  name: z.string(),
  provider: z.enum(voiceProviders),
  /** Same-origin path of a sentence in this voice, for an `<audio>` element; good for a day. */
  previewUrl: z.string(),
  /** Reads to whoever has chosen none. */
  isDefault: z.boolean(),
})
export type VoiceResponse = z.infer<typeof voice>

export const voices = {
  list: route({
    method: 'GET',
    path: '/api/voices',
    summary: 'The voices that summaries can be read in, the default first',
    access: 'user',
    responses: { 200: z.object({ data: z.array(voice) }) },
  }),
}
