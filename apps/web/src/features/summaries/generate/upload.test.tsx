import { failures } from '@recaps/contract'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'

withMemoryServer()
const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
const file = (name: string, text = captions) => new File([text], name, { type: 'text/vtt' })
const oneAtATime = 'Upload one file at a time.'

const box = () => screen.findByRole('textbox', { name: 'YouTube link, video ID or search' })
const zone = () => screen.findByRole('group', { name: 'Drop file to summarize' })
const uploads = (calls: readonly string[]) => calls.filter(call => call === 'summaries.upload').length

/** Drops files onto an element. Returns whether the app accepted them or left them to the browser. */
function drop(onto: Element, files: readonly File[], types = ['Files']) {
  const prevented = (['dragOver', 'drop'] as const).map(name => {
    const event = createEvent[name](onto, { dataTransfer: { files, types } })
    fireEvent(onto, event)
    return event.defaultPrevented
  })
  return prevented.every(Boolean)
}

async function open() {
  const app = openApp('/tabs/summarize')
  await zone()
  return { ...app, answer: delayResponses(app.api, 'POST', '/api/summaries/upload') }
}

describe('dropping files', () => {
  test('accepts a file dropped outside the drop zone', async () => {
    const { answer } = await open()
    expect(drop(screen.getByRole('heading', { level: 1 }), [file('team-meeting.vtt')])).toBe(true)
    answer()
    expect(await screen.findByRole('article', { name: /team meeting/ })).toBeInTheDocument()
  })

  test('highlights the drop zone while files are dragged anywhere over the window', async () => {
    await open()
    const dataTransfer = { files: [], types: ['Files'] }
    const dragLeave = (relatedTarget: Element | null) => {
      const event = createEvent.dragLeave(document.body, { dataTransfer })
      fireEvent(document.body, Object.defineProperty(event, 'relatedTarget', { value: relatedTarget }))
    }
    fireEvent.dragOver(document.body, { dataTransfer })
    expect(await zone()).toHaveAttribute('data-over')
    dragLeave(await box())
    expect(await zone()).toHaveAttribute('data-over')
    dragLeave(null)
    expect(await zone()).not.toHaveAttribute('data-over')
  })

  test.each([
    ['text', ['text/plain']],
    ['an image of a page', ['text/uri-list', 'text/html', 'Files']],
  ])('does not treat %s dragged into a field as a file', async (_, types) => {
    const { api } = await open()
    expect(drop(await box(), [file('picture.png')], types)).toBe(false)
    expect(await zone()).not.toHaveAttribute('data-over')
    expect(uploads(api.calls)).toBe(0)
  })

  test('rejects several files dropped at once and uploads none', async () => {
    const { api } = await open()
    drop(
      await zone(),
      ['a.vtt', 'b.vtt', 'c.vtt'].map(name => file(name)),
    )
    expect(await screen.findByText(oneAtATime)).toBeInTheDocument()
    expect(uploads(api.calls)).toBe(0)
  })

  test('rejects a second file during an upload, and clears the message when the upload completes', async () => {
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

  test('shows the rejection of an upload after a second file was dropped during it', async () => {
    const { answer } = await open()
    drop(await zone(), [file('first.vtt', 'nothing in it')])
    await screen.findByRole('button', { name: 'Uploading' })
    drop(await zone(), [file('second.vtt')])
    answer()
    expect(await screen.findByText(failures.upload_unreadable.sentence)).toBeInTheDocument()
  })
})

describe('file upload in progress', () => {
  const isReloadPrevented = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

  test('asks before a reload aborts an upload, on other pages too', async () => {
    const { user, answer } = await open()
    expect(isReloadPrevented()).toBe(false)
    drop(await zone(), [file('a.vtt')])
    await screen.findByRole('button', { name: 'Uploading' })
    await waitFor(() => expect(isReloadPrevented()).toBe(true))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await waitFor(() => expect(path()).toBe('/settings'))
    expect(isReloadPrevented()).toBe(true)
    answer()
    await waitFor(() => expect(isReloadPrevented()).toBe(false))
  })

  test('names a rejected file in a toast after the page is left', async () => {
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
