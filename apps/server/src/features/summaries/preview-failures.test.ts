import { videoFailureSentence } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'

describe('failures in previews', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const preview = async (urlOrId: string) => (await test.newUser()).client.summaries.preview({ body: { urlOrId } })

  it.each([
    ['language_unsupported', 'ziAaYVprhWQ'],
    ['members_only', 'SYDnZZljEDQ'],
    ['private', 'ryPGNFRu8mk'],
    ['premium_only', '3_VqGXlhRlI'],
    ['no_captions', 'SWS_Wd36bSQ'],
    ['live', 'Ue7gAxLMql0'],
    ['upcoming', 'r5E8ibp7WcQ'],
  ] as const)('previews the failure %s before a summary is requested', async (code, video) => {
    expect(await preview(video)).toMatchObject({ code, error: videoFailureSentence(code) })
  })

  it('previews captions of an ended stream as unknown, without a failure', async () => {
    expect(await preview('2BstwsnPM5E')).toMatchObject({ code: null, captions: 'unknown' })
  })

  it('previews a doubt for a video that looks like music, without a failure', async () => {
    expect(await preview('tfmNVAOPdV0')).toMatchObject({ code: null, doubt: 'no_speech' })
    expect(await preview('Sli7FA6EbqI')).toMatchObject({ code: null, doubt: null })
  })

  it('previews English captions if the video has captions in several languages', async () => {
    const bilingual = await preview('ur4469_QOjA')
    expect(bilingual).toMatchObject({ code: null })
    expect(bilingual.captionLanguage).toMatch(/^en/)
  })

  it('previews the caption language even if it is not supported', async () => {
    expect(await preview('ziAaYVprhWQ')).toMatchObject({ captions: 'auto', captionLanguage: 'de' })
  })
})
