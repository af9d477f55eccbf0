import { failures, type Schedule } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { sampleChannel, sampleChannels, sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, sampleSettings, sampleUser, type World } from '../../../test/server/world.ts'
import { parseDraft, rebaseDraft } from './draft.ts'
import { parsePastedList } from './pasted-list.ts'
import { formatUploadRate } from './upload-rate.ts'

withMemoryServer()
const now = Date.now()
const withChannels = (change: Partial<World> = {}) => createWorld({ channels: sampleChannels(12), ...change })
const following = (change: Partial<Schedule> = {}, world: Partial<World> = {}) =>
  withChannels({ plan: 'premium', schedules: [sampleSchedule(now, change)], ...world })
const storeDraft = (change: object = {}) =>
  localStorage.setItem(
    'schedule',
    JSON.stringify({ id: null, channels: sampleChannels(2), start: null, frequency: 'monthly', ...change }),
  )
const chosenTitles = async () =>
  within(await screen.findByRole('list', { name: 'Your channels' }))
    .getAllByRole('listitem')
    .map(one => one.querySelector('.clip')?.textContent)
const search = async (user: ReturnType<typeof openApp>['user'], text: string) => {
  const box = await screen.findByRole('searchbox', { name: 'Name, @handle or link' })
  await user.clear(box)
  await user.type(box, text)
}
const nextButton = (name: string | RegExp = 'Next') => screen.getByRole('button', { name })

test('creates a schedule from a searched channel, the suggested start and a chosen frequency [spec 2.7]', async () => {
  const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
  await search(user, 'structures')
  await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
  await user.click(nextButton())
  expect(await screen.findByText(/^\w+, \w+ \d+(, \d+)? at \d+:\d\d [AP]M$/)).toBeInTheDocument()
  await user.click(nextButton())
  await user.click(await screen.findByRole('radio', { name: /^Every week/ }))
  await user.click(await screen.findByRole('button', { name: 'Follow 1 channel' }))
  await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  expect(await screen.findByText(/^You’re following 1 channel\. First digest: /)).toBeInTheDocument()
  const [schedule] = api.world.schedules
  expect(schedule).toMatchObject({ frequency: 'weekly', channelList: [sampleChannel(1)] })
  expect(Date.parse(schedule!.startDateTime) - Date.now()).toBeGreaterThan(59 * 60_000)
  expect(localStorage.getItem('schedule')).toBeNull()
})

test('offers dates by the server’s clock, not the device’s', async () => {
  storeDraft()
  const serverNow = Date.now() + 100 * 86_400_000
  const { user } = openApp('/schedule-wizard-date', { world: withChannels({ now: () => serverNow }) })
  const day = new Date(serverNow + 3_600_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
  const field = await screen.findByLabelText('First digest on')
  expect(field).toHaveValue(day)
  expect(field).toHaveAttribute('min', new Date(serverNow).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }))
  await user.click(screen.getByRole('button', { name: 'In an hour' }))
  await waitFor(() => expect(nextButton()).toBeEnabled())
  expect(field).not.toHaveAccessibleDescription(/past/)
})

test.each([
  ['/schedule-wizard/channels?a=1#end', '/schedule-wizard-channels?a=1'],
  ['/schedule-wizard/date', '/schedule-wizard-date'],
  ['/schedule-wizard/frequency/', '/schedule-wizard-frequency/'],
])('opens the wizard step under its alias %s', async (alias, step) => {
  storeDraft()
  openApp(alias, { world: withChannels() })
  await waitFor(() => expect(path()).toBe(step))
  expect(await screen.findByRole('list', { name: 'Steps' })).toBeInTheDocument()
})

describe('the Channels step', () => {
  test('allows adding channels up to the limit of the plan, and names a larger plan', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'e')
    await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
    await user.click(screen.getByRole('button', { name: 'Add The Slow Kitchen' }))
    expect(screen.getAllByText('2 of 2 channels').length).toBeGreaterThan(0)
    expect(screen.getByText('Your plan allows 2 channels. The Premium plan allows 10.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add Deep History' })).toBeDisabled()
    await user.click(screen.getAllByRole('button', { name: 'Remove Plain Structures' })[0]!)
    expect(screen.getByRole('button', { name: 'Add Deep History' })).toBeEnabled()
  })

  test('shows the latest videos and the upload rate of a search result on demand', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'structures')
    await user.click(await screen.findByRole('button', { name: 'Latest videos of Plain Structures' }))
    const newest = await screen.findByRole('list', { name: 'Latest videos of Plain Structures' })
    expect(within(newest).getAllByRole('listitem')[0]).toHaveTextContent('Today How a tunnel is aired')
    expect(screen.getByText('About 3 videos a week')).toBeInTheDocument()
    expect([...api.world.previewedChannels]).toEqual([sampleChannel(1).id])
  })

  test('queries YouTube for the videos of chosen channels, but not of search results', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'e')
    const add = await screen.findByRole('button', { name: 'Add Plain Structures' })
    expect(screen.queryByText(/videos a week/)).not.toBeInTheDocument()
    expect(api.world.previewedChannels.size).toBe(0)
    await user.click(add)
    const chosen = screen.getByRole('list', { name: 'Your channels' })
    expect(await within(chosen).findByText('About 3 videos a week')).toBeInTheDocument()
    expect(chosen).toHaveTextContent('How a tunnel is aired')
    expect([...api.world.previewedChannels]).toEqual([sampleChannel(1).id])
  })

  test('shows rounded subscriber counts if YouTube returns them', async () => {
    const subscribers = new Map([1_284_000, 86_300, 1, 0].map((many, at) => [sampleChannel(at + 1).id, many]))
    const channels = sampleChannels(5)
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels({ channels, subscribers }) })
    await search(user, 't')
    const found = await screen.findByRole('list', { name: 'Channels found' })
    const rows = within(found).getAllByRole('listitem')
    expect(rows.map(row => /[\d.]+[KM]? subscribers?/.exec(row.textContent)?.[0])).toEqual([
      '1.28M subscribers',
      '86.3K subscribers',
      '1 subscriber',
      '0 subscribers',
      undefined,
    ])
  })

  test('keeps the search results if loading more fails, and loads more on retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const page = (number: number, nextPageToken?: string) =>
      Response.json({ items: [sampleChannel(number)], nextPageToken })
    const pages = [page(1, '2'), Response.error(), page(2)]
    const { user } = openApp('/schedule-wizard-channels', {
      world: withChannels(),
      setUp: api => api.break('youtube.channels', () => pages.shift()!),
    })
    await search(user, 't')
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t reach the service.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Add Ground Truth' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add Plain Structures' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('allows adding a channel whose latest videos cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/schedule-wizard-channels', {
      world: withChannels(),
      setUp: api => api.break('schedules.previewChannels', 'unavailable'),
    })
    await search(user, 'structures')
    await user.click(await screen.findByRole('button', { name: 'Latest videos of Plain Structures' }))
    expect(await screen.findByText('Couldn’t load the latest videos.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Add Plain Structures' }))
    expect(nextButton()).toBeEnabled()
  })

  test.each([
    [null, null],
    [0, 'No videos in the last 30 days'],
    [0.2, 'About 1 video a month'],
    [0.5, 'About 2 videos a month'],
    [0.8, 'About 1 video a week'],
    [3.4, 'About 3 videos a week'],
    [9.6, 'About 10 videos a week'],
    [10, 'About 1 video a day'],
    [150, 'About 21 videos a day'],
  ])('describes %j videos a week as %j', (perWeek, text) => {
    expect(formatUploadRate(perWeek)).toBe(text)
  })

  test('shows a message if a search finds no channels', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'zebra')
    expect(await screen.findByText(/No channels found for “zebra”/)).toBeInTheDocument()
    expect(nextButton()).toBeDisabled()
  })

  test('imports channels from a pasted list up to the limit, and shows the lines it did not recognize', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await user.click(await screen.findByRole('button', { name: 'Paste a list' }))
    const lines = [...sampleChannels(3).map(({ id }) => `https://www.youtube.com/channel/${id}`), 'nobody']
    await user.click(screen.getByLabelText('Links, @handles or IDs, one per line'))
    await user.paste(lines.join('\n'))
    await user.click(screen.getByRole('button', { name: 'Find channels' }))
    expect(await screen.findByText(/3 channels found/)).toHaveTextContent('Your plan allows 2 more. Select which.')
    expect(screen.getByText('Couldn’t recognize 1 line')).toBeInTheDocument()
    expect(screen.getByText('nobody')).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'The Slow Kitchen' })).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: 'Ground Truth' }))
    await user.click(screen.getByRole('checkbox', { name: 'The Slow Kitchen' }))
    await user.click(screen.getByRole('button', { name: 'Add 2 channels' }))
    expect(await chosenTitles()).toEqual(['The Slow Kitchen', 'Plain Structures'])
  })

  test('imports a list that is pasted into the search box', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await user.click(await screen.findByRole('searchbox', { name: 'Name, @handle or link' }))
    await user.paste(
      sampleChannels(2)
        .map(({ id }) => `https://www.youtube.com/channel/${id}`)
        .join('\n'),
    )
    await user.click(await screen.findByRole('button', { name: 'Add 2 channels' }))
    expect(await chosenTitles()).toEqual(['Ground Truth', 'Plain Structures'])
    expect(api.calls).not.toContain('youtube.channels')
  })

  test('searches for a single id that is pasted into the search box', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await user.click(await screen.findByRole('searchbox', { name: 'Name, @handle or link' }))
    await user.paste(sampleChannel(1).id)
    expect(await screen.findByRole('button', { name: 'Add Plain Structures' })).toBeInTheDocument()
    expect(api.calls).not.toContain('schedules.importChannels')
  })

  test('imports channels from a file, but does not send one that is too large', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await screen.findByRole('button', { name: 'Choose a file' })
    const input = screen.getByLabelText('Choose a file', { selector: 'input' })
    await user.upload(input, new File(['x'.repeat(400_001)], 'all.csv', { type: 'text/csv' }))
    expect(await screen.findByText(/too large for a list of channels/)).toBeInTheDocument()
    expect(api.calls).not.toContain('schedules.importChannels')
    await user.upload(input, new File([sampleChannel(4).id], 'subscriptions.csv', { type: 'text/csv' }))
    expect(await screen.findByRole('checkbox', { name: 'Deep History' })).toBeChecked()
  })

  test('shows an error if the chosen file cannot be read', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await screen.findByRole('button', { name: 'Choose a file' })
    const movedFile = new File(['x'], 'subscriptions.csv', { type: 'text/csv' })
    movedFile.text = () => Promise.reject(new DOMException('It was moved', 'NotFoundError'))
    await user.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), movedFile)
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t read this file.')
  })

  test('keeps the chosen channels across a reload and when going back from a later step', async () => {
    storeDraft()
    const { user } = openApp('/schedule-wizard-date', { world: withChannels() })
    await screen.findByLabelText('First digest on')
    await user.click(screen.getByRole('link', { name: /Channels/ }))
    expect(await chosenTitles()).toEqual(['Ground Truth', 'Plain Structures'])
  })

  test('opens instead of a later step while no channels are chosen [spec 5.9]', async () => {
    openApp('/schedule-wizard-frequency', { world: withChannels() })
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })
})

describe('the Date step', () => {
  test('shows the first digest in the user’s time zone, as computed by the server', async () => {
    storeDraft()
    const { user } = openApp('/schedule-wizard-date', { world: withChannels() })
    await user.click(await screen.findByRole('button', { name: 'Monday at 8:00 AM' }))
    expect(await screen.findByText(/^Monday, .* at 8:00 AM$/)).toBeInTheDocument()
    expect(screen.getByText('Time zone: Europe/Rome')).toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('schedule')!).start).toMatch(/T08:00$/)
  })

  test('keeps the time of day of the first digest when the time zone changes', async () => {
    storeDraft()
    const { user, api } = openApp('/schedule-wizard-date', { world: withChannels() })
    await user.click(await screen.findByRole('button', { name: 'Monday at 8:00 AM' }))
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo')
    await waitFor(() => expect(api.world.settings.timeZone).toBe('Asia/Tokyo'))
    expect(await screen.findByText(/^Monday, .* at 8:00 AM$/)).toBeInTheDocument()
  })

  test.each([
    [
      '2027-03-28T02:30',
      '2027-03-28',
      '02:30',
      'The clocks change on March 28 and skip 2:30 AM, so that digest comes at 3:30 AM.',
    ],
    [
      '2027-10-31T02:30',
      '2027-10-31',
      '02:30',
      'The clocks change that night. The digest comes when it’s 2:30 AM for the first time.',
    ],
  ])('warns that a clock change affects a first digest at %s', async (_, date, time, warning) => {
    storeDraft()
    const serverNow = Date.UTC(2027, 1, 1)
    openApp('/schedule-wizard-date', { world: withChannels({ now: () => serverNow }) })
    fireEvent.change(await screen.findByLabelText('First digest on'), { target: { value: date } })
    fireEvent.change(screen.getByLabelText('First digest at'), { target: { value: time } })
    expect(await screen.findByText(warning)).toBeInTheDocument()
  })

  test('keeps a chosen time that the clocks skip for all later dates', async () => {
    storeDraft({ start: '2027-03-28T02:30', frequency: 'weekly' })
    const world = withChannels({ plan: 'ultimate', now: () => Date.UTC(2027, 1, 1) })
    const { user, api } = openApp('/schedule-wizard-frequency', { world })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Follow 2 channels' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Follow 2 channels' }))
    expect(await screen.findByRole('heading', { name: /^Every Sunday at 2:30\sAM$/ })).toBeInTheDocument()
    expect(screen.getByText(/^Sunday, March 28(, 2027)? at 3:30 AM$/)).toBeInTheDocument()
    expect(screen.getByText(/^Sun, Apr 4(, 2027)?, 2:30 AM$/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    expect(await screen.findByLabelText('First digest at')).toHaveValue('02:30')
    expect(screen.getByLabelText('First digest on')).toHaveValue('2027-03-28')
    await user.click(nextButton())
    await user.click(await screen.findByRole('radio', { name: /Every day/ }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByRole('heading', { name: /^Every day at 2:30\sAM$/ })).toBeInTheDocument()
    expect(api.world.schedules[0]!.startClock).toBe('2027-03-28T02:30')
  })

  test('rejects a date in the past below its field', async () => {
    storeDraft({ start: '2020-01-01T08:00' })
    openApp('/schedule-wizard-date', { world: withChannels() })
    expect(await screen.findByText(/can’t start in the past/)).toBeInTheDocument()
    expect(nextButton()).toBeDisabled()
  })

  test('allows continuing if the preview of dates fails, and loads it on retry', async () => {
    storeDraft()
    const { user, api } = openApp('/schedule-wizard-date', {
      world: withChannels(),
      setUp: server => server.break('schedules.preview', 'unavailable'),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(failures.unavailable.sentence)
    expect(screen.getByLabelText('First digest on')).toBeValid()
    expect(nextButton()).toBeEnabled()
    api.repair('schedules.preview')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^\w+, \w+ \d+(, \d+)? at \d+:\d\d [AP]M$/)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('does not accept an incomplete date', async () => {
    storeDraft()
    openApp('/schedule-wizard-date', { world: withChannels() })
    fireEvent.change(await screen.findByLabelText('First digest on'), { target: { value: '' } })
    expect(await screen.findByText('Choose a date and time.')).toBeInTheDocument()
    expect(nextButton()).toBeDisabled()
  })
})

describe('the Frequency step', () => {
  test('disables frequencies outside the plan and names the plans that have them', async () => {
    storeDraft({ filters: { maxPerChannel: 15 } })
    openApp('/schedule-wizard-frequency', { world: withChannels({ forecast: 12 }) })
    expect(await screen.findByRole('radio', { name: 'Every day In the Pro plan' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Every other day In the Premium plan' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Every month' })).toBeChecked()
    expect(await screen.findByText(/^Uses about 12 summaries a month\. Your plan has 10\./)).toBeInTheDocument()
    const dates = await screen.findByRole('region', { name: 'Next three digests' })
    expect(within(dates).getAllByRole('listitem')).toHaveLength(3)
  })

  test('saves the delivery settings immediately', async () => {
    storeDraft()
    const { user, api } = openApp('/schedule-wizard-frequency', { world: withChannels() })
    await user.click(await screen.findByRole('switch', { name: 'By email' }))
    await waitFor(() => expect(api.world.settings).toEqual(sampleSettings({ mail: { digest: false, product: false } })))
  })

  test('sends a sample digest email with existing summaries', async () => {
    storeDraft()
    const { user, api } = openApp('/schedule-wizard-frequency', {
      world: addSummaries(withChannels(), [sampleSummary(1, now)]),
    })
    await user.click(await screen.findByRole('button', { name: 'Send me a sample' }))
    expect(await screen.findByText('Sample sent to ada@example.com')).toBeInTheDocument()
    api.break('schedules.mailSample', 'too_many_requests')
    await user.click(screen.getByRole('button', { name: 'Send me a sample' }))
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
  })

  test.each([
    ['the user has no summary', withChannels(), /^Once you have a summary/],
    [
      'the email address is not confirmed',
      addSummaries(
        withChannels({
          users: [{ email: 'ada@example.com', password: 'long enough', user: sampleUser({ emailVerified: false }) }],
        }),
        [sampleSummary(1, now)],
      ),
      /^Confirm your email address to get a sample/,
    ],
  ])('explains why no sample digest is offered while %s', async (_, world, explanation) => {
    storeDraft()
    openApp('/schedule-wizard-frequency', { world })
    expect(await screen.findByText(explanation)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send me a sample' })).not.toBeInTheDocument()
  })

  test('shows a review of all three steps with links back to them', async () => {
    storeDraft({ channels: sampleChannels(5) })
    const { user } = openApp('/schedule-wizard-frequency', { world: withChannels({ plan: 'premium' }) })
    const review = await screen.findByRole('region', { name: 'Review' })
    expect(review).toHaveTextContent('Plain Structures, Ground Truth, The Slow Kitchen and 2 more')
    await waitFor(() => expect(review).toHaveTextContent(/Every month on the/))
    await user.click(within(review).getByRole('link', { name: 'Edit first digest' }))
    await waitFor(() => expect(path()).toBe('/schedule-wizard-date'))
  })

  test('opens the step that a server error concerns and shows the error there', async () => {
    storeDraft({ channels: sampleChannels(3) })
    const { user } = openApp('/schedule-wizard-frequency', { world: withChannels() })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Follow 3 channels' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Follow 3 channels' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your plan allows up to 2 channels, but you chose 3. The Premium plan allows 10 channels.',
    )
    expect(path()).toBe('/schedule-wizard-channels')
    await user.click(screen.getByRole('button', { name: 'Remove Ground Truth' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })

  test('keeps the draft when the schedule cannot be saved', async () => {
    storeDraft()
    const { user } = openApp('/schedule-wizard-frequency', {
      world: withChannels(),
      setUp: api => api.break('schedules.create', 'unavailable'),
    })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Follow 2 channels' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Follow 2 channels' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy or restarting.')
    expect(parseDraft(localStorage.getItem('schedule'))?.channels).toHaveLength(2)
  })
})

describe('editing a schedule', () => {
  test('starts with the current schedule and saves only what the user changes', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    const { startDateTime } = api.world.schedules[0]!
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('heading', { name: 'Edit schedule' })).toBeInTheDocument()
    await user.click((await screen.findAllByRole('button', { name: 'Remove Ground Truth' }))[0]!)
    await user.click(nextButton())
    await screen.findByText(/^Friday, .* at 8:00 AM$/)
    await user.click(nextButton())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]).toMatchObject({ startDateTime, frequency: 'weekly' })
    expect(api.world.schedules[0]!.channelList.map(({ title }) => title)).toEqual([
      'Plain Structures',
      'The Slow Kitchen',
    ])
  })

  test('saves an added channel directly from the Channels step', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await search(user, 'deep')
    await user.click(await screen.findByRole('button', { name: 'Add Deep History' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(await screen.findByText('Deep History')).toBeInTheDocument()
    expect(api.world.schedules[0]!.channelList).toHaveLength(4)
  })

  test('keeps unsaved changes after leaving the wizard, until they are saved', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    const unsaved = 'You have unsaved changes.'
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    await screen.findByRole('button', { name: 'Add' })
    expect(screen.queryByText(unsaved)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await search(user, 'deep')
    await user.click(await screen.findByRole('button', { name: 'Add Deep History' }))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText(unsaved)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(await chosenTitles()).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('link', { name: 'Continue' }))
    expect(await chosenTitles()).toContain('Deep History')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Deep History')).toBeInTheDocument()
    expect(api.world.schedules[0]!.channelList).toHaveLength(4)
    expect(screen.queryByText(unsaved)).not.toBeInTheDocument()
  })

  test('discards unsaved changes and restores them on undo', async () => {
    storeDraft({ id: 5, channels: sampleChannels(4), frequency: 'weekly' })
    const { user } = openApp('/tabs/dashboard', { world: following() })
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('You have unsaved changes.')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(localStorage.getItem('schedule')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(await screen.findByRole('link', { name: 'Continue' }))
    expect(await chosenTitles()).toContain('Deep History')
  })

  test('merges unsaved changes with those saved in another window', async () => {
    const [first, second, third] = sampleChannels(3)
    const held = { channelIds: [first!.id, second!.id, third!.id], frequency: 'weekly' }
    storeDraft({ id: 5, held, channels: [first, third, sampleChannel(4)], frequency: 'weekly' })
    const saved = { channelList: [first!, second!, sampleChannel(9)], frequency: 'monthly' as const }
    const { user, api } = openApp('/tabs/dashboard', { world: following(saved) })
    await user.click(await screen.findByRole('link', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]).toMatchObject({
      channelList: [first, sampleChannel(9), sampleChannel(4)],
      frequency: 'monthly',
    })
  })

  test('restarts at the next date when the frequency changes, as the step shows', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    const shown = (await screen.findByText(/^Friday, /)).textContent!.replace('\u00a0', ' ')
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('link', { name: /Frequency/ }))
    await user.click(await screen.findByRole('radio', { name: /^Every month/ }))
    await waitFor(() => expect(screen.getByRole('region', { name: 'Review' })).toHaveTextContent(shown))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(shown)).toBeInTheDocument()
    expect(api.world.schedules[0]!.frequency).toBe('monthly')
  })

  test('keeps a paused schedule paused and explains when its dates continue', async () => {
    const { user, api } = openApp('/schedule-wizard-date', { world: following({ disabled: true }) })
    expect(await screen.findByText(/^Your schedule is paused\. It continues when you resume it/)).toBeInTheDocument()
    await user.click(nextButton())
    const review = await screen.findByRole('region', { name: 'Review' })
    expect(review).toHaveTextContent('When you resume')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]!.disabled).toBe(true)
  })

  test('allows keeping and removing channels above the limit of a smaller plan', async () => {
    const channelList = sampleChannels(5)
    const { user } = openApp('/schedule-wizard-channels', { world: following({ channelList }, { plan: 'basic' }) })
    expect((await screen.findAllByText('5 of 2 channels')).length).toBeGreaterThan(0)
    await user.click((await screen.findAllByRole('button', { name: 'Remove Deep History' }))[0]!)
    await search(user, 'i')
    expect(await screen.findByRole('button', { name: 'Add Deep History' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Add Night Train' })).toBeDisabled()
  })
})

describe('parsePastedList', () => {
  test.each([
    ['@one\n@two'],
    ['Plain Structures\nhttps://www.youtube.com/@plain\n'],
    ['<?xml version="1.0"?><opml></opml>'],
    ['Channel Id,Channel Url,Channel Title\nUCx,,'],
    ['{"app_version":"0.27.2","subscriptions":[]}'],
    ['["https://www.youtube.com/@one"]'],
    ['https://yewtu.be/feed/channel/UCtHaxi4GTYDpJgMSGy7AeSw\nUCqYPhGiB9tkShZorfgcL2lA'],
  ])('recognizes %j as a list of channels', text => expect(parsePastedList(text)).toBe(text))

  test('splits several links in one line into lines', () => {
    expect(parsePastedList('@one, @two https://youtube.com/@three')).toBe('@one\n@two\nhttps://youtube.com/@three')
  })

  test.each([
    [''],
    ['\n\n'],
    ['@one\n'],
    ['the slow kitchen'],
    ['by @one and others'],
    ['two\nlines of words'],
    ['a'.repeat(1e6)],
  ])('does not recognize text %# as a list of channels', text => expect(parsePastedList(text)).toBeNull())
})

describe('filters in the wizard', () => {
  const openFilters = async (user: ReturnType<typeof openApp>['user']) =>
    await user.click(await screen.findByText('Skip these'))

  test('uses the chosen filters in the forecast, the review and the saved schedule', async () => {
    storeDraft()
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels({ forecast: 30 }) })
    expect(
      await screen.findByText('Shorts, live streams. Includes the newest 5 videos of each channel.'),
    ).toBeInTheDocument()
    await openFilters(user)
    await user.click(await screen.findByRole('switch', { name: 'Live streams' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Videos shorter than' }), '10 minutes')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Limit per channel and digest' }), 'Newest video')
    const text = 'Shorts, videos under 10 minutes. Includes the newest video of each channel.'
    expect(screen.getByText(text)).toBeInTheDocument()
    await user.click(nextButton())
    await screen.findByLabelText('First digest on')
    await user.click(nextButton())
    expect(await screen.findByRole('region', { name: 'Review' })).toHaveTextContent(text)
    // Two channels, monthly, one video each.
    expect(await screen.findByText('Uses about 2 summaries a month. Your plan has 10.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Follow 2 channels' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    const filters = { skipShorts: true, skipLive: false, minMinutes: 10, maxPerChannel: 1 }
    expect(api.world.schedules[0]!.filters).toEqual(filters)
  })

  test('opens the filters in the first step from the link in the review', async () => {
    storeDraft()
    const { user } = openApp('/schedule-wizard-frequency', { world: withChannels() })
    await user.click(await screen.findByRole('link', { name: 'Edit skipped videos' }))
    expect(await screen.findByRole('switch', { name: 'Shorts' })).toBeVisible()
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })

  test('starts with the filters of the schedule and changes only those the user changes', async () => {
    const filters = { skipShorts: false, skipLive: false, minMinutes: 0, maxPerChannel: 3 }
    const { user, api } = openApp('/schedule-wizard-channels', { world: following({ filters }) })
    expect(await screen.findByText('Nothing. Includes the newest 3 videos of each channel.')).toBeInTheDocument()
    await openFilters(user)
    await user.click(await screen.findByRole('switch', { name: 'Shorts' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]!.filters).toEqual({ ...filters, skipShorts: true })
  })

  test('adds empty filters to a stored draft without any, and rejects a draft with invalid ones', () => {
    const draft = { id: null, channels: [], start: null, frequency: 'monthly' }
    expect(parseDraft(JSON.stringify(draft))).toEqual({ ...draft, filters: {} })
    expect(parseDraft(JSON.stringify({ ...draft, filters: { maxPerChannel: 99 } }))).toBeNull()
  })
})

describe('stored wizard drafts', () => {
  test('rejects a stored draft that is not valid', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"channels":[]}',
      '{"id":1,"channels":[{}],"start":null,"frequency":"x"}',
    ])
      expect(parseDraft(text)).toBeNull()
  })

  test('merges a draft with a schedule created elsewhere, and keeps it when its schedule is deleted', () => {
    const schedule = sampleSchedule(now)
    const draft = {
      id: null,
      channels: [sampleChannel(1), sampleChannel(9)],
      start: null,
      frequency: 'daily',
      filters: {},
    } as const
    const merged = rebaseDraft({ ...draft, channels: [...draft.channels] }, schedule)
    expect(merged.id).toBe(schedule.id)
    expect(merged.channels.map(({ id }) => id)).toEqual([...schedule.channelList, sampleChannel(9)].map(({ id }) => id))
    expect(rebaseDraft({ ...merged, id: 99 }, null)).toEqual({ ...merged, id: null })
  })
})
