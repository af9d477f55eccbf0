import { sentenceOfVideo } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'

/** Videos that are refused once they are asked for, and what can be seen of that before. */
describe('a preview', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const look = async (urlOrId: string) => (await test.newUser()).client.summaries.preview({ body: { urlOrId } })

  it.each([
    ['language_unsupported', 'ziAaYVprhWQ'],
    ['members_only', 'SYDnZZljEDQ'],
    ['private', 'ryPGNFRu8mk'],
    ['premium_only', '3_VqGXlhRlI'],
    ['no_captions', 'SWS_Wd36bSQ'],
    ['live', 'Ue7gAxLMql0'],
    ['upcoming', 'r5E8ibp7WcQ'],
  ] as const)('says %s before the summary is asked for', async (code, video) => {
    expect(await look(video)).toMatchObject({ code, error: sentenceOfVideo(code) })
  })

  it('says nothing of captions that may still be written, and offers to wait for them', async () => {
    expect(await look('2BstwsnPM5E')).toMatchObject({ code: null, captions: 'unknown' })
  })

  it('doubts what looks like music, and refuses it not', async () => {
    expect(await look('tfmNVAOPdV0')).toMatchObject({ code: null, doubt: 'no_speech' })
    expect(await look('Sli7FA6EbqI')).toMatchObject({ code: null, doubt: null })
  })

  it('goes by the captions that are read: English ones, whatever is beside them', async () => {
    const bilingual = await look('ur4469_QOjA')
    expect(bilingual).toMatchObject({ code: null })
    expect(bilingual.captionLanguage).toMatch(/^en/)
  })

  it('names the language that a summary would be written from, also where it is refused', async () => {
    expect(await look('ziAaYVprhWQ')).toMatchObject({ captions: 'auto', captionLanguage: 'de' })
  })
})
