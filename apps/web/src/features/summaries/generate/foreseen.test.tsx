import { failures, type Preview, sentenceOfVideo } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const link = 'https://youtu.be/dQw4w9WgXcQ'
const second = 'https://youtu.be/aBcDeFgHiJk'

/** Pastes a video of which the preview says this, and beside it, where wanted, another one of which it says nothing. */
async function look(said: Partial<Preview>, text = link) {
  const [one, other] = [1, 2].map(id => sampleSummary(id, Date.now()).videoInfo)
  const videos = new Map([
    ['dQw4w9WgXcQ', { videoInfo: { ...one!, videoId: 'dQw4w9WgXcQ' }, ...said }],
    ['aBcDeFgHiJk', { videoInfo: { ...other!, videoId: 'aBcDeFgHiJk' } }],
  ])
  const app = openApp('/tabs/summarize', { world: createWorld({ videos }) })
  fireEvent.change(await screen.findByRole('textbox', { name: /^Link, video id/ }), { target: { value: text } })
  return app
}
const refused = (code: keyof typeof failures) => ({ code, error: sentenceOfVideo(code) }) as Partial<Preview>
const card = async () => within(await screen.findByRole('article', { name: /Why bridges hum/ }))

describe('the preview of a video', () => {
  test('that looks like music says that there may be nothing to summarize, and can be asked for', async () => {
    const { api, user } = await look({ doubt: 'no_speech' })
    expect((await card()).getByText(/^This looks like music\./)).toBeInTheDocument()
    await user.click((await card()).getByRole('button', { name: 'Generate Summary' }))
    await waitFor(() => expect(api.calls).toContain('summaries.request'))
  })

  test.each([
    ['de', 'Automatic captions, in German'],
    ['pt-BR', 'Automatic captions, in Brazilian Portuguese'],
    ['en-GB', 'Automatic captions'],
    ['xx-nonsense-tag-of-nobody', 'Automatic captions'],
    ['???', 'Automatic captions'],
  ])('names the language of its captions: %s', async (captionLanguage, words) => {
    await look({ captions: 'auto', captionLanguage })
    expect((await card()).getByText(words)).toBeInTheDocument()
    expect((await card()).getByRole('button', { name: 'Generate Summary' })).toBeEnabled()
  })

  test('in a language that cannot be read here is refused with its sentence', async () => {
    await look({ captions: 'auto', captionLanguage: 'de', ...refused('language_unsupported') })
    expect((await card()).getByText(sentenceOfVideo('language_unsupported'))).toBeInTheDocument()
    expect((await card()).getByText('Automatic captions, in German')).toBeInTheDocument()
    expect((await card()).queryByRole('button', { name: 'Generate Summary' })).not.toBeInTheDocument()
  })

  test('for members only is refused, with a way to upload its captions', async () => {
    await look({ captions: 'unknown', captionLanguage: null, ...refused('members_only') })
    expect((await card()).getByText(sentenceOfVideo('members_only'))).toBeInTheDocument()
    expect((await card()).getByRole('button', { name: 'Upload captions' })).toBeInTheDocument()
    expect((await card()).queryByRole('button', { name: 'Generate Summary' })).not.toBeInTheDocument()
  })

  test('that is live offers to summarize it when it has ended', async () => {
    await look({ captions: 'unknown', captionLanguage: null, ...refused('live') })
    expect((await card()).getByText(failures.live.sentence, { exact: false })).toBeInTheDocument()
    expect((await card()).getByRole('button', { name: 'Summarize when it has ended' })).toBeEnabled()
  })
})

test.each([
  ['is live', refused('live'), failures.live.sentence],
  ['has not begun', refused('upcoming'), failures.upcoming.sentence],
  ['looks like music', { doubt: 'no_speech' } as const, /^This looks like music/],
])('of several links the one that %s says so, and is asked for with the others', async (_what, said, sentence) => {
  await look(said, `${link}\n${second}`)
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Generate 2 summaries' })).toBeEnabled()
})
