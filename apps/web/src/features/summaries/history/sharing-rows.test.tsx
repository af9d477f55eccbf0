import { failures } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const world = (...ids: number[]) =>
  addSummaries(
    createWorld(),
    ids.map(id => sampleSummary(id, now)),
  )
const bridges = /Why bridges hum/
const more = () => screen.findByRole('button', { name: /More actions for Why bridges/ })

afterEach(() => {
  vi.restoreAllMocks()
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name)
  Reflect.deleteProperty(navigator, 'share')
})

describe('a row in My Summaries', () => {
  test('sharing a row explains who sees what before a link is created', async () => {
    const { user, api } = openApp('/tabs/history', { world: world(1, 2) })
    await user.click(await more())
    await user.click(await screen.findByRole('menuitem', { name: 'Share' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Share this summary' }))
    expect(sheet.getByText(/your name, the transcript/)).toBeInTheDocument()
    expect(api.world.summaries.get(1)!.shared).toBe(false)
    await user.click(sheet.getByRole('button', { name: 'Create link' }))
    expect(await sheet.findByLabelText('Link to this summary')).toHaveValue(api.world.summaries.get(1)!.shareUrl)
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await user.click(await more())
    expect(await screen.findByRole('menuitem', { name: 'Shared' })).toBeInTheDocument()
  })

  test('a row can be downloaded as a file in the chosen format', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL() {} })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user, api } = openApp('/tabs/history', { world: world(1) })
    const headers = {
      'Content-Type': 'text/markdown',
      'Content-Disposition': "attachment; filename*=UTF-8''bridges.md",
    }
    api.break('summaries.export', 'too_many_requests')
    await user.click(await more())
    await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Download this summary' }))
    await user.click(sheet.getByRole('button', { name: 'Markdown (.md)' }))
    // Shown in the sheet: a toast behind it would be out of reach.
    expect(await sheet.findByRole('alert')).toHaveTextContent(failures.too_many_requests.sentence)

    api.break('summaries.export', () => new Response('# Why bridges hum', { headers }))
    await user.click(sheet.getByRole('button', { name: 'Markdown (.md)' }))
    expect(await screen.findByText('Saved as bridges.md')).toBeInTheDocument()
    expect(click).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Download this summary' })).toBeNull())
  })

  test('a row without text offers neither Share nor Download, and an upload offers no Share', async () => {
    const file = sampleSummary(1, now, { videoInfo: { ...sampleSummary(1, now).videoInfo, videoUrl: null } })
    const failed = sampleSummary(2, now, { ...unwritten, state: 'cancelled', stage: null })
    const { user } = openApp('/tabs/history?q=e', { world: addSummaries(createWorld(), [file, failed]) })
    await user.click(await more())
    expect(await screen.findByRole('menuitem', { name: 'Download' })).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Share' })).not.toBeInTheDocument()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: /More actions for The city/ }))
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Download' })).not.toBeInTheDocument()
  })
})

describe('several summaries', () => {
  async function choose(seeded: ReturnType<typeof world>, name: string | RegExp | null = null) {
    const opened = openApp('/tabs/history', { world: seeded })
    await opened.user.click(await screen.findByRole('button', { name: 'Select' }))
    if (name === null) await opened.user.click(await screen.findByRole('button', { name: 'Select all' }))
    else await opened.user.click(screen.getByRole('checkbox', { name }))
    await opened.user.click(await screen.findByRole('button', { name: 'Share' }))
    return { ...opened, sheet: within(await screen.findByRole('dialog', { name: 'Share these summaries' })) }
  }
  const shared = ({ summaries }: ReturnType<typeof world>) =>
    [...summaries.values()].filter(item => item.shared).map(({ id }) => id)

  test('sharing several summaries copies a list of titles and links', async () => {
    const seeded = world(1, 2, 3)
    const { user, sheet } = await choose(seeded)
    expect(sheet.getByText(/your name, the transcript/)).toBeInTheDocument()
    expect(shared(seeded)).toEqual([])
    await user.click(sheet.getByRole('button', { name: 'Create 3 links' }))
    await user.click(await sheet.findByRole('button', { name: 'Copy 3 links' }))
    expect(await sheet.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
    const lines = (await navigator.clipboard.readText()).split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(bridges)
    expect(lines.map(line => line.split(' – ').at(-1))).toEqual([1, 2, 3].map(id => seeded.summaries.get(id)!.shareUrl))
  })

  test('Stop sharing revokes only the new links, and Undo restores the same ones', async () => {
    const seeded = world(1, 2, 3)
    const before = { shared: true, shareToken: 'b'.repeat(43), shareUrl: 'https://recaps.example/history-detail/b' }
    Object.assign(seeded.summaries.get(2)!, before)
    const { user, sheet } = await choose(seeded)
    await user.click(sheet.getByRole('button', { name: 'Create the 2 missing links' }))
    const list = (await sheet.findByLabelText<HTMLTextAreaElement>('3 links')).value
    await user.click(sheet.getByRole('button', { name: 'Stop sharing these 2' }))
    expect(await sheet.findByText('2 links no longer work.')).toBeInTheDocument()
    expect(shared(seeded)).toEqual([2])
    await user.click(sheet.getByRole('button', { name: 'Undo' }))
    expect(await sheet.findByLabelText('3 links')).toHaveValue(list)
    expect(shared(seeded)).toEqual([1, 2, 3])
  })

  test('sharing several summaries continues after one is rejected and reports it', async () => {
    const seeded = world(1, 2, 3)
    const { user, api, sheet } = await choose(seeded)
    api.break('summaries.change', () => {
      api.repair('summaries.change')
      const { sentence: error, status } = failures.not_shareable
      return Response.json({ error, code: 'not_shareable', requestId: 'x' }, { status })
    })
    await user.click(sheet.getByRole('button', { name: 'Create 3 links' }))
    expect(await sheet.findByText(/Couldn’t update 1 link\./)).toHaveTextContent(failures.not_shareable.sentence)
    expect(sheet.getByLabelText('2 links')).toBeInTheDocument()
    await user.click(sheet.getByRole('button', { name: 'Create the missing link' }))
    expect(await sheet.findByLabelText('3 links')).toBeInTheDocument()
    expect(sheet.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('the focus stays in the sheet while the pressed button is replaced by the progress', async () => {
    const { user, sheet } = await choose(world(1, 2))
    const dialog = () => screen.getByRole('dialog', { name: 'Share these summaries' })
    await user.click(sheet.getByRole('button', { name: 'Create 2 links' }))
    await waitFor(() => expect(sheet.queryByRole('button', { name: 'Create 2 links' })).not.toBeInTheDocument())
    await waitFor(() => expect(dialog()).toContainElement(document.activeElement as HTMLElement))
    await user.click(await sheet.findByRole('button', { name: 'Stop sharing these 2' }))
    expect(await sheet.findByText('2 links no longer work.')).toBeInTheDocument()
    await waitFor(() => expect(dialog()).toContainElement(document.activeElement as HTMLElement))
  })

  test('ending the selection stops creating links and keeps the existing ones', async () => {
    const seeded = world(1, 2, 3)
    const { user, api, sheet } = await choose(seeded)
    const { handle } = api
    const [requested, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    api.handle = async request => {
      const answer = await handle(request)
      if (request.method !== 'PATCH') return answer
      requested.resolve()
      await gate.promise
      return answer
    }
    await user.click(sheet.getByRole('button', { name: 'Create 3 links' }))
    await requested.promise
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    gate.resolve()
    await user.click(await screen.findByRole('button', { name: /More actions for Why bridges/ }))
    expect(await screen.findByRole('menuitem', { name: 'Shared' })).toBeInTheDocument()
    expect(shared(seeded)).toHaveLength(1)
    expect(api.calls.filter(call => call === 'summaries.change')).toHaveLength(1)
  })

  test('sharing stops at the rate limit and can be continued', async () => {
    const seeded = world(...Array.from({ length: 50 }, (_, at) => at + 1))
    const { user, api, sheet } = await choose(seeded)
    api.break('summaries.change', 'too_many_requests')
    await user.click(sheet.getByRole('button', { name: 'Create 50 links' }))
    const alert = await sheet.findByRole('alert')
    expect(alert).toHaveTextContent(`Couldn’t update 50 links. ${failures.too_many_requests.sentence}`)
    expect(api.calls.filter(call => call === 'summaries.change')).toHaveLength(1)
    api.repair('summaries.change')
    await user.click(sheet.getByRole('button', { name: 'Create 50 links' }))
    expect(await sheet.findByLabelText('50 links')).toBeInTheDocument()
  })

  test('sharing skips uploads and is disabled if only uploads are selected', async () => {
    const seeded = world(1, 2)
    seeded.summaries.get(1)!.videoInfo.videoUrl = null
    const { user, sheet } = await choose(seeded)
    expect(sheet.getByText(/1 selected summary can’t be shared here/)).toBeInTheDocument()
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('checkbox', { name: /rivers/ }))
    expect(screen.getByRole('button', { name: 'Share' })).toBeDisabled()
  })
})
