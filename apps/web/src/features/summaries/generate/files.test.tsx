import { failures } from '@recaps/contract'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { held, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'

withMemoryServer()
const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
const file = (name: string, text = captions) => new File([text], name, { type: 'text/vtt' })
const oneAtATime = 'One file is taken at a time: drop one, and the next when that is uploaded.'

const box = () => screen.findByRole('textbox', { name: 'Link, video id, or words to search for' })
const zone = () => screen.findByRole('group', { name: 'Drop the file to summarize it' })
const uploads = (calls: readonly string[]) => calls.filter(call => call === 'summaries.upload').length

/** Drops onto an element, and says whether the app took it or left it to the browser. */
function drop(onto: Element, files: readonly File[], types = ['Files']) {
  const isTaken = (['dragOver', 'drop'] as const).map(name => {
    const event = createEvent[name](onto, { dataTransfer: { files, types } })
    fireEvent(onto, event)
    return event.defaultPrevented
  })
  return isTaken.every(Boolean)
}

async function open() {
  const opened = openApp('/tabs/summarize')
  await zone()
  return { ...opened, answer: held(opened.api, 'POST', '/api/summaries/upload') }
}

describe('files that are dropped', () => {
  test('beside the zone are taken as in it, and the app stays', async () => {
    const { answer } = await open()
    expect(drop(screen.getByRole('heading', { level: 1 }), [file('team-meeting.vtt')])).toBe(true)
    answer()
    expect(await screen.findByRole('article', { name: /team meeting/ })).toBeInTheDocument()
  })

  test('are awaited in the zone wherever they are held, until they leave the window', async () => {
    await open()
    const dataTransfer = { files: [], types: ['Files'] }
    const leaveFor = (relatedTarget: Element | null) => {
      const event = createEvent.dragLeave(document.body, { dataTransfer })
      fireEvent(document.body, Object.defineProperty(event, 'relatedTarget', { value: relatedTarget }))
    }
    fireEvent.dragOver(document.body, { dataTransfer })
    expect(await zone()).toHaveAttribute('data-over')
    leaveFor(await box())
    expect(await zone()).toHaveAttribute('data-over')
    leaveFor(null)
    expect(await zone()).not.toHaveAttribute('data-over')
  })

  test.each([
    ['text', ['text/plain']],
    ['a picture of a page', ['text/uri-list', 'text/html', 'Files']],
  ])('are not confused with %s that is dragged into a field', async (_, types) => {
    const { api } = await open()
    expect(drop(await box(), [file('picture.png')], types)).toBe(false)
    expect(await zone()).not.toHaveAttribute('data-over')
    expect(uploads(api.calls)).toBe(0)
  })

  test('several at once are refused in a sentence, and none of them is sent', async () => {
    const { api } = await open()
    drop(
      await zone(),
      ['a.vtt', 'b.vtt', 'c.vtt'].map(name => file(name)),
    )
    expect(await screen.findByText(oneAtATime)).toBeInTheDocument()
    expect(uploads(api.calls)).toBe(0)
  })

  test('while another is sent are refused in a sentence, which goes when that is done', async () => {
    const { api, answer } = await open()
    drop(await zone(), [file('first.vtt')])
    await screen.findByRole('button', { name: 'Uploading' })
    drop(await zone(), [file('second.vtt')])
    expect(await screen.findByText(oneAtATime)).toBeInTheDocument()
    answer()
    expect(await screen.findByRole('article', { name: /first/ })).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText(oneAtATime)).not.toBeInTheDocument())
    expect(uploads(api.calls)).toBe(1)
  })

  test('while another is sent do not hide that this one is refused', async () => {
    const { answer } = await open()
    drop(await zone(), [file('first.vtt', 'nothing in it')])
    await screen.findByRole('button', { name: 'Uploading' })
    drop(await zone(), [file('second.vtt')])
    answer()
    expect(await screen.findByText(failures.upload_unreadable.sentence)).toBeInTheDocument()
  })
})

describe('a file that is on its way', () => {
  const isKept = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

  test('is not thrown away by a reload unasked, also from another page', async () => {
    const { user, answer } = await open()
    expect(isKept()).toBe(false)
    drop(await zone(), [file('a.vtt')])
    await screen.findByRole('button', { name: 'Uploading' })
    await waitFor(() => expect(isKept()).toBe(true))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await waitFor(() => expect(path()).toBe('/settings'))
    expect(isKept()).toBe(true)
    answer()
    await waitFor(() => expect(isKept()).toBe(false))
  })

  test('and is refused after the page was left is named in a message', async () => {
    const { user, answer } = await open()
    drop(await zone(), [file('team-meeting.vtt', 'nothing in it')])
    await screen.findByRole('button', { name: 'Uploading' })
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    answer()
    expect(await screen.findByText(new RegExp(failures.upload_unreadable.sentence))).toHaveTextContent(
      'team-meeting.vtt',
    )
  })
})
