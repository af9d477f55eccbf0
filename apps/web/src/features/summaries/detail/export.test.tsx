import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'
import { plainSummary } from './plain-summary.ts'

withMemoryServer()
const now = Date.now()
const open = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(), [sampleSummary(1, now, change)]) })

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(URL, 'createObjectURL')
  Reflect.deleteProperty(URL, 'revokeObjectURL')
})

test('exporting a summary saves the file under the name from the server', async () => {
  const saved: { name: string; file: Blob }[] = []
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: files.at(-1)! })
  })
  const { user, api } = open()
  api.break(
    'summaries.export',
    () =>
      new Response('# Why bridges hum', {
        headers: {
          'Content-Type': 'text/markdown',
          'Content-Disposition': "attachment; filename=bridges.md; filename*=UTF-8''Why%20bridges%20hum.md",
        },
      }),
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Markdown (.md)' }))
  expect(await screen.findByText('Saved as Why bridges hum.md')).toBeInTheDocument()
  expect(saved.map(({ name }) => name)).toEqual(['Why bridges hum.md'])
  expect(await saved[0]!.file.text()).toBe('# Why bridges hum')
})

describe('copying the text of a summary', () => {
  test('the copied text starts with the title, channel and URL', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }))
    expect(await screen.findByText('Copied')).toBeInTheDocument()
    const copied = await navigator.clipboard.readText()
    expect(copied).toMatch(
      /^Why bridges hum.+\nPlain Structures\nhttps:\/\/www\.youtube\.com\/watch\?v=sample00001\n\nBridges answer the wind/,
    )
    expect(copied).toContain('\n\nKey points\n- Wind moves a bridge most')
    expect(copied).toContain('\n\nWhat to take home\nNothing is gained by')
    expect(copied).not.toContain('undefined')
  })

  test('the copied text contains no invisible characters', () => {
    const { content, videoInfo } = sampleSummary(1, now)
    const title = 'A \u202Etalk\u0007 of\n one'
    const text = plainSummary({ videoInfo: { ...videoInfo, title, videoUrl: null }, content: content! })
    expect(text).toMatch(/^A talk of one\nPlain Structures\n\nBridges/)
  })

  test('a summary that the browser cannot copy shows an error', async () => {
    const { user } = open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    Object.assign(document, { execCommand: () => false })
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }))
    expect(await screen.findByText('Couldn’t copy the text. Try again.')).toBeInTheDocument()
    expect(document.querySelector('textarea')).toBeNull()
    Reflect.deleteProperty(document, 'execCommand')
  })
})

test('a rejected export shows the error', async () => {
  const { user, api } = open()
  api.break('summaries.export', 'too_many_requests')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'E-book (.epub)' }))
  expect(await screen.findByText(/too many/i)).toBeInTheDocument()
})

test('a community summary has no Export button', async () => {
  open({ access: 'community' })
  await screen.findByRole('heading', { name: 'Key points' })
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

test('reporting a sentence opens the feedback form with the sentence and its time', async () => {
  const { user } = open()
  const sentence = (await screen.findByText(/^A twist of the deck/, { selector: '.sentence__text' })).parentElement!
  await user.click(within(sentence).getByRole('button', { name: 'Report this sentence' }))
  await waitFor(() => expect(path()).toBe('/feedback'))
  expect(await screen.findByLabelText('Subject')).toHaveValue('A summary is wrong')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toMatch(
    /^This sentence is wrong \(cited at \d+:\d\d\):\n“A twist of the deck.+”\n\nThe video says:\n$/,
  )
  expect(screen.getByRole('region', { name: 'Sent with your message' })).toHaveTextContent('Summary: 1')
})
