import { z } from 'zod'
import { route } from './route.ts'

/** Where the audio is created: on this server, or by an external service. */
export const voiceProviders = ['built-in', 'openai', 'kokoro', 'elevenlabs'] as const
export type VoiceProvider = (typeof voiceProviders)[number]

export const voice = z.object({
  /** Value for the setting `voice`. */
  id: z.string(),
  name: z.string(),
  provider: z.enum(voiceProviders),
  /** Same-origin path of a sample sentence in this voice, for an `<audio>` element; valid for a day. */
  previewUrl: z.string(),
  /** Used if the user has not chosen a voice. */
  isDefault: z.boolean(),
})
export type VoiceResponse = z.infer<typeof voice>

export const voices = {
  list: route({
    method: 'GET',
    path: '/api/voices',
    summary: 'List the available voices, default voice first',
    access: 'user',
    responses: { 200: z.object({ data: z.array(voice) }) },
  }),
}
