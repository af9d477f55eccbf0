import { failures } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { testAudio } from '../../test/browser.ts'
import { delayResponses, openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { scrollPageTo } from '../../test/scroll-page.ts'
import { samplePayments } from '../../test/server/payment-samples.ts'
import { communitySummary, sampleSummary } from '../../test/server/samples.ts'
import { sampleChannels, sampleSchedule } from '../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const others = (...ids: number[]) => ids.map(id => communitySummary(id, now))
const world = (change: Partial<World> = {}) => createWorld({ popular: { week: others(2, 1, 4) }, ...change })
const open = (change: Partial<World> = {}, address = '/tabs/popular') => openApp(address, { world: world(change) })
const list = () => screen.findByRole('list', { name: 'Popular summaries' })
const cards = async () => within(await list()).getAllByRole('article')
const rivers = 'The city that buried its rivers'
const bridges = /Why bridges hum/
const card = (name: string | RegExp) => screen.findByRole('article', { name })
const rows = async () => within(await list()).getAllByRole('listitem')
const calls = (api: ReturnType<typeof openApp>['api'], name: string) => api.calls.filter(call => call === name).length

async function scrollTo(px: number) {
  const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -px, 800, 100))
  onTestFinished(() => box.mockRestore())
  await scrollPageTo(px)
}

describe('popular list', () => {
  test('ranks the most viewed summaries of the week and shows channel, video length and reading time', async () => {
    open()
    const [first, second, third] = await cards()
    expect(first).toHaveTextContent(/^1.*Number 1\. The city that buried its rivers.*Ground Truth · 1 h 11 → 5 min/)
    expect(second).toHaveTextContent(bridges)
    expect(third).toHaveTextContent('12 h → 11 min')
    expect(screen.getByRole('radio', { name: 'Week' })).toBeChecked()
  })

  test('shows the spoken language of a video if it is not English', async () => {
    const languages = ['es', 'pt-BR', 'en-GB', 'und', null, 'qqx']
    open({ popular: { week: languages.map((language, at) => communitySummary(at + 1, now, { language })) } })
    expect((await cards()).map(article => within(article).queryByText(/^Spoken in/)?.textContent)).toEqual([
      'Spoken in Spanish',
      'Spoken in Brazilian Portuguese',
      undefined,
      undefined,
      undefined,
      'Spoken in another language',
    ])
  })

  test('filters popular summaries by day, week, month, year or all time and keeps the choice in the URL', async () => {
    const { user } = open({ popular: { week: others(1), month: others(2) } })
    expect(await card(bridges)).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Month' }))
    expect(await card(rivers)).toBeInTheDocument()
    expect(path()).toBe('/tabs/popular?timeframe=month')
    expect(screen.getAllByRole('radio').map(radio => radio.parentElement?.textContent)).toEqual([
      'Day',
      'Week',
      'Month',
      'Year',
      'All',
    ])
  })

  test.each([
    ['monthly', 'Month'],
    ['decade', 'Week'],
  ])('opens Popular with the query parameter timeframe=%s as %s', async (name, chosen) => {
    open({}, `/tabs/popular?timeframe=${name}`)
    expect(await screen.findByRole('radio', { name: chosen })).toBeChecked()
  })

  test('loads popular summaries in pages of ten and appends them without duplicates [spec 4.22]', async () => {
    const all = others(...Array.from({ length: 25 }, (_, at) => at + 1))
    const { api } = open({ popular: { week: all } })
    await cards()
    await waitFor(() => expect(calls(api, 'summaries.mostViewed')).toBe(2))
    // Another summary rises in the ranking, which moves the twentieth onto the third page.
    api.world.popular.week = [...others(30), ...all]
    await scrollTo(4_500)
    await waitFor(async () => expect((await rows()).at(-1)).toHaveAttribute('aria-posinset', '25'))
    expect((await cards()).map(article => article.querySelector('.popular-card__rank')?.textContent).at(-1)).toBe('25')
    expect(calls(api, 'summaries.mostViewed')).toBe(3)
  })

  test('renders only the cards near the viewport of a long popular list', async () => {
    const { api } = open({ popular: { week: others(...Array.from({ length: 300 }, (_, at) => at + 1)) } })
    await cards()
    for (let page = 3; page < 9; page++) {
      await scrollTo((page - 1) * 2_020)
      await waitFor(() => expect(calls(api, 'summaries.mostViewed')).toBeGreaterThanOrEqual(page))
    }
    expect((await cards()).length).toBeLessThan(25)
    expect(Number((await rows())[0]!.getAttribute('aria-posinset'))).toBeGreaterThan(20)
  })

  test('keeps the loaded cards when the next page fails to load, and retries on request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const pages = [...Array.from({ length: 12 }, (_, at) => at + 1)]
    const { user, api } = openApp('/tabs/popular', {
      world: world({ popular: { week: others(...pages) } }),
      setUp(server) {
        const handle = server.handle
        let requests = 0
        server.handle = request => {
          if (request.url.includes('most-viewed') && ++requests === 2) server.break('summaries.mostViewed', 'forbidden')
          return handle(request)
        }
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect((await rows())[0]).toHaveAttribute('aria-setsize', '-1')
    api.repair('summaries.mostViewed')
    await user.click(retry)
    await waitFor(async () => expect((await rows()).at(-1)).toHaveAttribute('aria-setsize', '12'))
  })

  test('offers all time when a timeframe has no popular summaries', async () => {
    const { user, api } = open({ popular: { all: others(1) } })
    expect(await screen.findByRole('heading', { name: 'Nothing popular this week' })).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Day' }))
    expect(await screen.findByText('No popular summaries were viewed today.')).toBeInTheDocument()
    // The empty state of one timeframe is not shown for another while that is loading.
    api.break('summaries.mostViewed', () => new Promise(() => {}))
    await user.click(screen.getByRole('radio', { name: 'Month' }))
    expect(await screen.findByRole('status', { name: 'Loading popular summaries' })).toBeInTheDocument()
    expect(screen.queryByText(/^No popular summaries were viewed/)).not.toBeInTheDocument()
    api.repair('summaries.mostViewed')
    await user.click(screen.getByRole('radio', { name: 'Day' }))
    await user.click(screen.getByRole('link', { name: 'Show all time' }))
    expect(await card(bridges)).toBeInTheDocument()
    expect(path()).toBe('/tabs/popular?timeframe=all')
  })

  test('explains how summaries become popular when there are none at all', async () => {
    open({ popular: {} }, '/tabs/popular?timeframe=all')
    expect(await screen.findByRole('heading', { name: 'Nothing popular yet' })).toBeInTheDocument()
    expect(screen.getByText(/once three people with a confirmed email address have it/)).toBeInTheDocument()
  })

  test('shows why the popular list failed to load, and retries', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = openApp('/tabs/popular', {
      world: world(),
      setUp: server => server.break('summaries.mostViewed', 'unavailable'),
    })
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    api.repair('summaries.mostViewed')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await cards()).toHaveLength(3)
  })

  test('shows a skeleton while the popular list loads', async () => {
    openApp('/tabs/popular', {
      setUp: server => server.break('summaries.mostViewed', () => new Promise(() => {})),
    })
    expect(await screen.findByRole('status', { name: 'Loading popular summaries' })).toBeInTheDocument()
  })

  test('escapes markup in video titles, and shows the video id if there is no title', async () => {
    const [first, second] = others(1, 2)
    first!.videoInfo.title = '<img src=x onerror=alert(1)>'
    second!.videoInfo.title = ''
    open({ popular: { week: [first!, second!] } })
    expect(await card('<img src=x onerror=alert(1)>')).toBeInTheDocument()
    expect(await card('Video sample00002')).toBeInTheDocument()
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })
})

describe('filter "New to me"', () => {
  const toggle = () => screen.findByRole('button', { name: 'New to me' })
  const ownSummaries = () => addSummaries(createWorld(), [sampleSummary(1, now)]).summaries

  test('filter "New to me" hides the user’s own summaries in every timeframe until it is turned off', async () => {
    const { user, api } = open({ popular: { week: others(1, 2, 4), month: others(1) }, summaries: ownSummaries() })
    expect(await cards()).toHaveLength(3)
    expect(await toggle()).toHaveAttribute('aria-pressed', 'false')
    await user.click(await toggle())
    await waitFor(async () => expect(await cards()).toHaveLength(2))
    expect(screen.queryByRole('article', { name: bridges })).not.toBeInTheDocument()
    expect(path()).toBe('/tabs/popular?timeframe=week&hide=known')
    await user.click(screen.getByRole('radio', { name: 'Month' }))
    expect(await screen.findByRole('heading', { name: 'You’re all caught up' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Show everything' }))
    expect(await card(bridges)).toBeInTheDocument()
    expect(path()).toBe('/tabs/popular?timeframe=month')
    expect(calls(api, 'summaries.view')).toBe(0)
  })

  test('filter "New to me" is read from the URL and removes summaries as they are added or read', async () => {
    const { user } = open({ popular: { week: others(1, 2, 4) }, summaries: ownSummaries() }, '/tabs/popular?hide=known')
    expect(await cards()).toHaveLength(2)
    expect(await toggle()).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: `Add to My Summaries: ${rivers}` }))
    await waitFor(async () => expect(await cards()).toHaveLength(1))
    await user.click(within((await cards())[0]!).getByRole('link'))
    await screen.findByRole('heading', { name: 'Key points' })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'You’re all caught up' })).toBeInTheDocument()
  })
})

describe('community reads', () => {
  test('shows the community reads left, marks opened summaries and offers to play them', async () => {
    const { user } = open()
    expect(await screen.findByText(/^10 of 10 community reads left this month/)).toBeInTheDocument()
    expect(within(await card(bridges)).queryByRole('button', { name: /^Play/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: bridges }))
    expect(await screen.findByRole('heading', { name: 'Key points' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText(/^9 of 10 community reads left/)).toBeInTheDocument()
    expect(within(await card(bridges)).getByText('Opened')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Play Why bridges/ }))
    await waitFor(() => expect(testAudio.element()).toHaveAttribute('src', '/audio/sample00001.mp3'))
  })

  test('adds an opened popular summary to the queue from its card', async () => {
    const { user } = open({ openedReads: new Set([2 ** 40 + 1]) })
    expect(within(await card(bridges)).getByText('1 view')).toBeInTheDocument()
    await user.click(await within(await card(bridges)).findByRole('button', { name: /^More actions for Why bridges/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
    expect(await screen.findByText('Added to queue')).toBeInTheDocument()
    expect(await screen.findByRole('region', { name: 'Audio player' })).toHaveTextContent(bridges)
  })

  test('locks unopened summaries and offers a larger plan when the community reads are used up', async () => {
    const openedTen = new Set([1, 2, 3, 5, 6, 7, 8, 9, 10].map(id => 2 ** 40 + 100 + id)).add(2 ** 40 + 1)
    const { user } = open({ openedReads: openedTen })
    expect(await screen.findByText(/^You have used all 10 of your community reads for this month/)).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'See Premium' })).toHaveAttribute(
      'href',
      '/subscriptions?plan=premium',
    )
    expect(within(await card(rivers)).getByText('No reads left')).toBeInTheDocument()
    expect(within(await card(bridges)).getByText('Opened')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: new RegExp(rivers) }))
    expect(await screen.findByRole('heading', { name: 'No community reads left' })).toBeInTheDocument()
    expect(screen.getByText(/^You have used all 10 of your community reads for this month/)).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'See Premium' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test('shows no plan link for used-up community reads if payments are not available', async () => {
    const openedReads = new Set(Array.from({ length: 10 }, (_, at) => at + 1))
    open({ openedReads, payments: samplePayments({ provider: 'none' }) })
    expect(await screen.findByText(/The Premium plan has 30 a month/)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'See Premium' })).not.toBeInTheDocument()
  })

  test('allows a community reader to listen, ask and add, but not to mark, delete or save a position', async () => {
    const { user, api } = open()
    await user.click(within(await list()).getByRole('link', { name: bridges }))
    await screen.findByRole('heading', { name: 'Key points' })
    expect(screen.getByRole('link', { name: 'Plain Structures' })).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.getByRole('tab', { name: 'Ask' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    expect((await screen.findAllByRole('menuitem')).map(menuItem => menuItem.textContent)).toEqual(['Add to queue'])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: /^Listen(?! from)/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    testAudio.loaded(200)
    testAudio.at(20)
    await user.click(screen.getByRole('button', { name: 'Close player' }))
    expect(calls(api, 'summaries.view')).toBe(1)
    expect(api.calls).not.toContain('summaries.change')
  })
})

describe('adding a popular summary', () => {
  test('adds a popular summary to My Summaries and then shows it as the user’s own', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: `Add to My Summaries: ${rivers}` }))
    expect(await screen.findByText('Added to My Summaries')).toBeInTheDocument()
    expect(within(await card(rivers)).getByText('In My Summaries')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: `Add to My Summaries: ${rivers}` })).not.toBeInTheDocument()
    expect(api.world.summaries.size).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(path()).toBe('/history-detail/1'))
  })

  test('redirects from a popular summary to the user’s own copy after adding it', async () => {
    const { user } = open({}, `/history-detail/${2 ** 40 + 1}`)
    await user.click(await screen.findByRole('button', { name: 'Add to My Summaries' }))
    await waitFor(() => expect(path()).toBe('/history-detail/1'))
  })

  test('offers Open in a toast when an addition completes after the user has left the page', async () => {
    const { user, api } = open({}, `/history-detail/${2 ** 40 + 1}`)
    const answer = delayResponses(api, 'POST', '/api/summaries')
    await user.click(await screen.findByRole('button', { name: 'Add to My Summaries' }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    answer()
    expect(await screen.findByText('Added to My Summaries')).toBeInTheDocument()
    expect(path()).toBe('/settings')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(path()).toBe('/history-detail/1'))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(path()).toBe('/settings'))
  })

  test('shows a failed addition in a toast after the user has left the page', async () => {
    const { user, api } = open({ used: 10 }, `/history-detail/${2 ** 40 + 1}`)
    const answer = delayResponses(api, 'POST', '/api/summaries')
    await user.click(await screen.findByRole('button', { name: 'Add to My Summaries' }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    answer()
    expect(await screen.findByText(failures.monthly_limit_reached.sentence)).toBeInTheDocument()
    expect(path()).toBe('/settings')
  })

  test('rejects an addition when the monthly limit is reached, and offers a larger plan', async () => {
    const { user, api } = open({ used: 10 })
    await user.click(await screen.findByRole('button', { name: `Add to My Summaries: ${rivers}` }))
    const alert = await within(await card(rivers)).findByRole('alert')
    expect(alert).toHaveTextContent(failures.monthly_limit_reached.sentence)
    expect(within(alert).getByRole('link', { name: 'See Premium' })).toBeInTheDocument()
    expect(api.world.summaries.size).toBe(0)
  })

  test('links a popular summary that the user owns to their own copy', async () => {
    open({ summaries: addSummaries(createWorld(), [sampleSummary(1, now)]).summaries })
    const own = within(await card(bridges))
    expect(own.getByRole('link')).toHaveAttribute('href', '/history-detail/1')
    expect(own.getByText('In My Summaries')).toBeInTheDocument()
  })
})

describe('following the channel of a popular summary', () => {
  const [first] = sampleChannels(1)
  const followed = (world: World) => world.schedules[0]!.channelList.map(({ title }) => title)

  test('adds a followed channel to the existing schedule', async () => {
    const { user, api } = open({
      plan: 'premium',
      schedules: [sampleSchedule(now, { channelList: [{ ...first!, title: 'Night Train' }] })],
    })
    await user.click(await screen.findByRole('button', { name: 'Follow Ground Truth' }))
    expect(await screen.findByText('Added to your schedule: Ground Truth')).toBeInTheDocument()
    expect(within(await card(rivers)).getByText('Following')).toBeInTheDocument()
    expect(followed(api.world)).toEqual(['Night Train', 'Ground Truth'])
  })

  test('Follow opens the schedule wizard if the user has no schedule', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: 'Follow Ground Truth' }))
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
    expect(await screen.findByRole('list', { name: 'Your channels' })).toHaveTextContent('Ground Truth')
    expect(api.calls).not.toContain('schedules.create')
  })

  test('rejects following a channel beyond the plan’s limit, and offers a larger plan', async () => {
    const { user, api } = open({ schedules: [sampleSchedule(now, { channelList: sampleChannels(2) })] })
    await user.click(await screen.findByRole('button', { name: 'Follow Deep History' }))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('link', { name: 'See Premium' })).toBeInTheDocument()
    expect(followed(api.world)).toHaveLength(2)
  })
})
