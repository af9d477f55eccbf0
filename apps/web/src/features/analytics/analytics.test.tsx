import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { testAudio } from '../../test/browser.ts'
import { installFakeStripeJs } from '../../test/fake-stripe-js.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { sampleChannels } from '../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../test/server/world.ts'

withMemoryServer()

/** Adds the meta tag that the server writes into the page. */
function setThirdParties(names: string) {
  document.head.insertAdjacentHTML('beforeend', `<meta name="third-parties" content="${names}">`)
  onTestFinished(() => document.querySelector('meta[name="third-parties"]')?.remove())
}
const enableAnalytics = (party: 'counting:plausible' | 'counting:other' = 'counting:plausible') =>
  setThirdParties(`push:firebase ${party}`)
function enablePrivacyControl() {
  vi.stubGlobal('navigator', Object.assign(navigator, { globalPrivacyControl: true }))
  onTestFinished(() => void delete (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl)
}

const bar = () => screen.findByRole('region', { name: 'Usage analytics' })
const expectNoBar = () => expect(screen.queryByRole('region', { name: 'Usage analytics' })).toBeNull()
const answerButton = async (name: 'Allow' | 'No, thanks') => within(await bar()).getByRole('button', { name })
const link = async (name: string) => (await screen.findAllByRole('link', { name }))[0]!
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const countedPages = ({ analyticsEvents }: Pick<World, 'analyticsEvents'>) =>
  analyticsEvents.map(({ page, step }) => (step ? `${page}: ${step}` : page))

describe('consent question', () => {
  test('asks nothing and counts nothing when analytics is not set up', async () => {
    setThirdParties('push:firebase mail:server')
    localStorage.setItem('analytics', 'yes')
    const { api } = openApp('/settings')
    await screen.findByRole('switch', { name: 'Count my summaries in Popular' })
    expect(screen.queryByRole('switch', { name: 'Count my visits' })).toBeNull()
    expectNoBar()
    expect(api.calls).not.toContain('analytics.count')
  })

  test('names what is counted and by whom, with two equal answers and without taking the focus', async () => {
    enableAnalytics()
    openApp('/faq', { isSignedOut: true })
    const consentBar = await bar()
    expect(consentBar).toHaveTextContent(
      /^May we count which kinds of pages you open, .* send this to Plausible Analytics .* never who you are/,
    )
    const buttons = within(consentBar).getAllByRole('button')
    expect(buttons.map(button => button.textContent)).toEqual(['Allow', 'No, thanks'])
    expect(new Set(buttons.map(button => button.className)).size).toBe(1)
    expect(within(consentBar).getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/privacy#counting',
    )
    expect(consentBar).not.toContainElement(document.activeElement as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('does not name the server of a custom analytics service', async () => {
    enableAnalytics('counting:other')
    openApp('/faq', { isSignedOut: true })
    expect(await bar()).toHaveTextContent('We send this to an analytics service chosen by the operator with')
  })

  test.each([
    ['/login', 'Log in'],
    ['/registration', 'Create an account'],
    ['/reset-password', 'Reset your password'],
  ])('does not cover the form of %s with the consent question', async (address, title) => {
    enableAnalytics()
    const { user } = openApp(address, { isSignedOut: true })
    await heading(title)
    await user.click(await link('Contact Us'))
    await bar()
    act(() => history.back())
    await heading(title)
    expectNoBar()
  })

  test('does not ask for consent while the user pays', async () => {
    enableAnalytics()
    const { user } = openApp('/subscriptions')
    await heading('Subscriptions')
    await user.click(await link('My Summaries'))
    await bar()
    await user.click(await screen.findByText('Basic Plan'))
    await heading('Subscriptions')
    expectNoBar()
  })

  test('asks nothing and counts nothing when the browser sends Global Privacy Control', async () => {
    enableAnalytics()
    enablePrivacyControl()
    localStorage.setItem('analytics', 'yes')
    const { user, api } = openApp('/settings')
    expect(await screen.findByText(/your browser asks us not to \(Global Privacy Control\)/)).toBeInTheDocument()
    expect(screen.queryByRole('switch', { name: 'Count my visits' })).toBeNull()
    await user.click(await link('My Summaries'))
    await heading('My Summaries')
    expectNoBar()
    expect(api.world.analyticsEvents).toEqual([])
  })
})

describe('counting', () => {
  test('counts nothing before consent, then kinds of pages and steps without ids, query or session [spec 9.19]', async () => {
    enableAnalytics()
    const world = addSummaries(createWorld(), [sampleSummary(41, Date.now())])
    const { user, api } = openApp('/tabs/history?q=bridges', { world })
    await user.click(await screen.findByRole('link', { name: /Why bridges hum/ }))
    await waitFor(() => expect(path()).toBe('/history-detail/41'))
    await screen.findAllByRole('button', { name: /^Listen(?! from)/ })
    await bar()
    expect(world.analyticsEvents).toEqual([])
    await user.click(await answerButton('Allow'))
    await waitFor(() => expect(countedPages(world)).toEqual(['/history-detail']))
    expectNoBar()
    expect(localStorage.getItem('analytics')).toBe('yes')

    await user.click((await screen.findAllByRole('button', { name: /^Listen(?! from)/ }))[0]!)
    act(() => testAudio.loaded(60))
    await user.click((await screen.findAllByRole('button', { name: /^Pause/ }))[0]!)
    await user.click((await screen.findAllByRole('button', { name: /^(Play|Listen)/ }))[0]!)
    await user.click(await link('Popular'))
    await waitFor(() =>
      expect(countedPages(world)).toEqual(['/history-detail', '/history-detail: summary listened', '/tabs/popular']),
    )
    for (const event of world.analyticsEvents) {
      expect(Object.keys(event).sort()).toEqual(event.step ? ['page', 'step', 'token'] : ['page', 'token'])
      expect(event.token).toBe('')
    }
    expect(api.calls.filter(call => call === 'analytics.count')).toHaveLength(3)
  })

  test('counts nothing after a no, and stores the answer [spec 9.19]', async () => {
    enableAnalytics()
    const { user, api } = openApp('/tabs/history')
    await user.click(await answerButton('No, thanks'))
    await waitFor(expectNoBar)
    expect(screen.getByText('Okay, we won’t count your visits.')).toBeInTheDocument()
    expect(localStorage.getItem('analytics')).toBe('no')
    await user.click(await link('Popular'))
    await heading('Popular')
    expectNoBar()
    expect(api.calls).not.toContain('analytics.count')
  })

  test('stops and starts counting with the switch in Settings', async () => {
    enableAnalytics()
    localStorage.setItem('analytics', 'yes')
    const { user, api } = openApp('/settings')
    const setting = await screen.findByRole('switch', { name: 'Count my visits' })
    expect(setting).toBeChecked()
    expect(setting).toHaveAccessibleDescription(/to Plausible Analytics. Never who you are/)
    await waitFor(() => expect(countedPages(api.world)).toEqual(['/settings']))
    await user.click(setting)
    expect(setting).not.toBeChecked()
    expectNoBar()
    await user.click(await link('Popular'))
    await heading('Popular')
    await user.click(await link('Settings'))
    expect(countedPages(api.world)).toEqual(['/settings'])
    await user.click(await screen.findByRole('switch', { name: 'Count my visits' }))
    await waitFor(() => expect(countedPages(api.world)).toEqual(['/settings', '/settings']))
  })

  test('lets visitors without an account withdraw consent on the privacy page', async () => {
    enableAnalytics()
    const { user } = openApp('/privacy', { isSignedOut: true })
    await user.click(await answerButton('Allow'))
    const answer = await screen.findByRole('switch', { name: 'Count my visits' })
    expect(answer).toBeChecked()
    await user.click(answer)
    expect(localStorage.getItem('analytics')).toBe('no')
  })

  test('stops counting on logout, and does not ask again before the page is reloaded', async () => {
    enableAnalytics()
    const { user, api } = openApp('/tabs/history')
    await user.click(await answerButton('Allow'))
    await waitFor(() => expect(countedPages(api.world)).toEqual(['/tabs/history']))
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await heading('Log in')
    expect(localStorage.getItem('analytics')).toBeNull()
    await user.click(await link('Terms of Service'))
    await heading('Terms of Service')
    expectNoBar()
    expect(countedPages(api.world)).toEqual(['/tabs/history'])
  })

  test('follows an answer given in another tab', async () => {
    enableAnalytics()
    const { api } = openApp('/tabs/history')
    await bar()
    localStorage.setItem('analytics', 'yes')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'analytics' })))
    await waitFor(() => expect(countedPages(api.world)).toEqual(['/tabs/history']))
    expectNoBar()
  })

  test.each(['unavailable', 'too_many_requests', 'not_found'] as const)(
    'ignores an analytics request that fails with %s',
    async code => {
      enableAnalytics()
      localStorage.setItem('analytics', 'yes')
      const { user, api } = openApp('/tabs/history', { setUp: server => server.break('analytics.count', code) })
      await waitFor(() => expect(api.calls).toContain('analytics.count'))
      await user.click(await link('Popular'))
      await heading('Popular')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(localStorage.getItem('authToken')).not.toBeNull()
    },
  )
})

describe('counted steps', () => {
  const openWithConsent = (path: string, options: Parameters<typeof openApp>[1] = {}) => {
    enableAnalytics()
    localStorage.setItem('analytics', 'yes')
    return openApp(path, options)
  }
  const waitForPage = (world: World, page: string) => waitFor(() => expect(countedPages(world)).toContain(page))

  test('counts a registration as a step', async () => {
    const { user, api } = openWithConsent('/registration', { isSignedOut: true })
    await waitForPage(api.world, '/registration')
    await user.type(await screen.findByLabelText('Email'), 'grace@example.com')
    await user.type(screen.getByLabelText('Password'), 'seven words 4u')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(countedPages(api.world)).toContain('/registration: registered'))
    expect(JSON.stringify(api.world.analyticsEvents)).not.toContain('grace')
  })

  test('counts a summary request as a step', async () => {
    const { videoInfo } = sampleSummary(1, Date.now())
    const videos = new Map([['dQw4w9WgXcQ', { videoInfo: { ...videoInfo, videoId: 'dQw4w9WgXcQ' } }]])
    const { user, api } = openWithConsent('/tabs/summarize', { world: createWorld({ videos }) })
    await waitForPage(api.world, '/tabs/summarize')
    const box = await screen.findByRole('textbox', { name: 'YouTube link, video ID or search' })
    fireEvent.change(box, { target: { value: 'https://youtu.be/dQw4w9WgXcQ' } })
    await user.click(await screen.findByRole('button', { name: 'Generate Summary' }))
    await waitFor(() => expect(countedPages(api.world)).toContain('/tabs/summarize: summary asked'))
    expect(JSON.stringify(api.world.analyticsEvents)).not.toContain('dQw4w9WgXcQ')
  })

  test('counts a created schedule as a step', async () => {
    const draft = { id: null, channels: sampleChannels(2), start: null, frequency: 'monthly' }
    localStorage.setItem('schedule', JSON.stringify(draft))
    const { user, api } = openWithConsent('/schedule-wizard-frequency', {
      world: createWorld({ channels: sampleChannels(12) }),
    })
    await waitForPage(api.world, '/schedule-wizard/frequency')
    const follows = await screen.findByRole('button', { name: 'Follow 2 channels' })
    await waitFor(() => expect(follows).toBeEnabled())
    await user.click(follows)
    await waitFor(() => expect(countedPages(api.world)).toContain('/schedule-wizard/frequency: schedule made'))
  })

  test('counts a plan as chosen once it is paid', async () => {
    const world = createWorld({ plan: 'free' })
    installFakeStripeJs(world)
    const { user } = openWithConsent('/subscriptions', { world })
    await waitForPage(world, '/subscriptions')
    await user.click(await screen.findByRole('button', { name: /: Pro$/ }))
    await user.type(await screen.findByLabelText('Card number'), '4242')
    await user.click(await screen.findByRole('button', { name: 'Pay $24.99' }))
    await waitFor(() =>
      expect(countedPages(world).slice(-2)).toEqual(['/subscriptions', '/subscriptions: plan chosen']),
    )
  })
})
