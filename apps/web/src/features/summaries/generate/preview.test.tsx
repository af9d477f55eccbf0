import { failures, type Preview, videoFailureSentence } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const link = 'https://youtu.be/dQw4w9WgXcQ'
const second = 'https://youtu.be/aBcDeFgHiJk'

/** Pastes links; the preview of the first video has these fields, the preview of the second has no problem. */
async function pasteLinks(preview: Partial<Preview>, text = link) {
  const [first, other] = [1, 2].map(id => sampleSummary(id, Date.now()).videoInfo)
  const videos = new Map([
    ['dQw4w9WgXcQ', { videoInfo: { ...first!, videoId: 'dQw4w9WgXcQ' }, ...preview }],
    ['aBcDeFgHiJk', { videoInfo: { ...other!, videoId: 'aBcDeFgHiJk' } }],
  ])
  const app = openApp('/tabs/summarize', { world: createWorld({ videos }) })
  fireEvent.change(await screen.findByRole('textbox', { name: /^YouTube link/ }), { target: { value: text } })
  return app
}
const problem = (code: keyof typeof failures) => ({ code, error: videoFailureSentence(code) }) as Partial<Preview>
const card = async () => within(await screen.findByRole('article', { name: /Why bridges hum/ }))

describe('video preview', () => {
  test('warns that a video looks like music and still offers to summarize it', async () => {
    const { api, user } = await pasteLinks({ doubt: 'no_speech' })
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
  ])('describes captions with the language tag %s as "%s"', async (captionLanguage, text) => {
    await pasteLinks({ captions: 'auto', captionLanguage })
    expect((await card()).getByText(text)).toBeInTheDocument()
    expect((await card()).getByRole('button', { name: 'Generate Summary' })).toBeEnabled()
  })

  test('rejects a video in an unsupported language and shows the reason', async () => {
    await pasteLinks({ captions: 'auto', captionLanguage: 'de', ...problem('language_unsupported') })
    expect((await card()).getByText(videoFailureSentence('language_unsupported'))).toBeInTheDocument()
    expect((await card()).getByText('Automatic captions, in German')).toBeInTheDocument()
    expect((await card()).queryByRole('button', { name: 'Generate Summary' })).not.toBeInTheDocument()
  })

  test('rejects a members-only video and offers to upload its captions', async () => {
    await pasteLinks({ captions: 'unknown', captionLanguage: null, ...problem('members_only') })
    expect((await card()).getByText(videoFailureSentence('members_only'))).toBeInTheDocument()
    expect((await card()).getByRole('button', { name: 'Upload captions' })).toBeInTheDocument()
    expect((await card()).queryByRole('button', { name: 'Generate Summary' })).not.toBeInTheDocument()
  })

  test('offers to summarize a live video when it ends', async () => {
    await pasteLinks({ captions: 'unknown', captionLanguage: null, ...problem('live') })
    expect((await card()).getByText(failures.live.sentence, { exact: false })).toBeInTheDocument()
    expect((await card()).getByRole('button', { name: 'Summarize when it ends' })).toBeEnabled()
  })
})

test.each([
  ['is live', problem('live'), failures.live.sentence],
  ['has not begun', problem('upcoming'), failures.upcoming.sentence],
  ['looks like music', { doubt: 'no_speech' } as const, /^This looks like music/],
])('shows that one of several videos %s and requests it with the others', async (_what, preview, sentence) => {
  await pasteLinks(preview, `${link}\n${second}`)
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Generate 2 summaries' })).toBeEnabled()
})
