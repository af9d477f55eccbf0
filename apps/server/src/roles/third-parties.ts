import type { ThirdParty } from '@recaps/domain/third-parties'
import type { Config } from '../config.ts'

/** The configured third parties, which the privacy page names. Excludes the operator's own service URLs. */
export function listThirdParties({
  stripe,
  appStore,
  play,
  llm,
  speech,
  stt,
  youtube,
  push,
  mail,
  bucket,
  analytics,
}: Config): ThirdParty[] {
  const parties: (ThirdParty | false | undefined)[] = [
    stripe && 'payments:stripe',
    appStore && 'payments:app-store',
    play && 'payments:google-play',
    llm && (llm.url ? 'model:other' : `model:${llm.provider}`),
    speech && (speech.url || speech.provider === 'kokoro' ? 'voice:other' : `voice:${speech.provider}`),
    youtube.transcripts && (youtube.transcripts.url ? 'captions:other' : 'captions:supadata'),
    stt && (new URL(stt.url).host === 'api.openai.com' ? 'hearing:openai' : 'hearing:other'),
    push.fcmAccount && 'push:firebase',
    mail.url ? 'mail:server' : false,
    bucket && 'storage:bucket',
    analytics && (new URL(analytics.url).host === 'plausible.io' ? 'counting:plausible' : 'counting:other'),
  ]
  return parties.filter(party => typeof party === 'string')
}
