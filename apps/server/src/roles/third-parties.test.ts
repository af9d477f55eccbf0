import { thirdParties } from '@recaps/domain/third-parties'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { listThirdParties } from './third-parties.ts'

const partiesWith = (env: Record<string, string>) =>
  listThirdParties(readConfig({ ROLES: 'api,worker,scheduler', ...env }))
const llm = { LLM_MODEL: 'a-model' }
const speech = { SPEECH_VOICES: 'alloy' }
const transcripts = { TRANSCRIPT_PROVIDER: 'supadata', TRANSCRIPT_KEY: 'sd_12345678' }
const stt = { FFMPEG_PATH: process.execPath }

describe('the third parties named on the privacy page', () => {
  it('names no third parties on the privacy page if none are configured', () => {
    expect(partiesWith({})).toEqual([])
  })

  it.each([
    [{ ...llm, LLM_KEY: 'k' }, 'model:openai'],
    [{ ...llm, LLM_KEY: 'k', LLM_PROVIDER: 'anthropic' }, 'model:anthropic'],
    [{ ...llm, LLM_KEY: 'k', LLM_PROVIDER: 'google' }, 'model:google'],
    [{ ...llm, LLM_URL: 'http://10.0.0.5:8000/v1' }, 'model:other'],
    [{ ...speech, SPEECH_KEY: 'k' }, 'voice:openai'],
    [{ ...speech, SPEECH_KEY: 'k', SPEECH_PROVIDER: 'elevenlabs' }, 'voice:elevenlabs'],
    [{ ...speech, SPEECH_URL: 'http://10.0.0.5:8880', SPEECH_PROVIDER: 'kokoro' }, 'voice:other'],
    [transcripts, 'captions:supadata'],
    [{ ...transcripts, TRANSCRIPT_URL: 'https://captions.example' }, 'captions:other'],
    [{ ...stt, STT_KEY: 'k' }, 'hearing:openai'],
    [{ ...stt, STT_URL: 'http://10.0.0.5:9000' }, 'hearing:other'],
    [{ MAIL_URL: 'smtps://mail.example.com', MAIL_FROM: 'no-reply@example.com' }, 'mail:server'],
    [{ ANALYTICS_URL: 'https://plausible.io' }, 'counting:plausible'],
    [{ ANALYTICS_URL: 'http://10.0.0.5:8000' }, 'counting:other'],
    [{ STORAGE_URL: 's3://key:secret@s3.example.com/bucket' }, 'storage:bucket'],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'payments:stripe',
    ],
  ] as [Record<string, string>, string][])('for %j, names the third party %s without its address', (env, party) => {
    expect(partiesWith(env)).toEqual([party])
    expect(thirdParties).toContain(party)
  })
})
