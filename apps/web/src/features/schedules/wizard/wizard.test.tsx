import { failures, type Schedule } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { sampleChannel, sampleChannels, sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, sampleSettings, sampleUser, type World } from '../../../test/server/world.ts'
import { parseDraft, presentDraft } from './draft.ts'
import { pastedList } from './pasted-list.ts'
import { rateInWords } from './upload-rate.ts'

withMemoryServer()
const now = Date.now()
const withChannels = (change: Partial<World> = {}) => createWorld({ channels: sampleChannels(12), ...change })
const following = (change: Partial<Schedule> = {}, world: Partial<World> = {}) =>
  withChannels({ plan: 'premium', schedules: [sampleSchedule(now, change)], ...world })
const begun = (change: object = {}) =>
  localStorage.setItem(
    'schedule',
    JSON.stringify({ id: null, channels: sampleChannels(2), start: null, frequency: 'monthly', ...change }),
  )
const chosen = async () =>
  within(await screen.findByRole('list', { name: 'Your channels' }))
    .getAllByRole('listitem')
    .map(one => one.querySelector('.clip')?.textContent)
const search = async (user: ReturnType<typeof openApp>['user'], text: string) => {
  const box = await screen.findByRole('searchbox', { name: 'Name, @handle or link' })
  await user.clear(box)
  await user.type(box, text)
}
const next = (name: string | RegExp = 'Next') => screen.getByRole('button', { name })

test('a user searches channels, keeps the hour, chooses a frequency and follows them [spec 2.7]', async () => {
  const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
  await search(user, 'structures')
  await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
  await user.click(next())
  expect(await screen.findByText(/^\w+, \w+ \d+(, \d+)? at \d+:\d\d [AP]M$/)).toBeInTheDocument()
  await user.click(next())
  await user.click(await screen.findByRole('radio', { name: /^Every week/ }))
  await user.click(await screen.findByRole('button', { name: 'Follow 1 channel' }))
  await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  expect(await screen.findByText(/^You are following them\. First digest: /)).toBeInTheDocument()
  const [made] = api.world.schedules
  expect(made).toMatchObject({ frequency: 'weekly', channelList: [sampleChannel(1)] })
  expect(Date.parse(made!.startDateTime) - Date.now()).toBeGreaterThan(59 * 60_000)
  expect(localStorage.getItem('schedule')).toBeNull()
})

test('dates are offered by the clock of the service, which refuses those before it', async () => {
  begun()
  const ahead = Date.now() + 100 * 86_400_000
  const { user } = openApp('/schedule-wizard-date', { world: withChannels({ now: () => ahead }) })
  const day = new Date(ahead + 3_600_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
  const field = await screen.findByLabelText('First digest on')
  expect(field).toHaveValue(day)
  expect(field).toHaveAttribute('min', new Date(ahead).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }))
  await user.click(screen.getByRole('button', { name: 'In an hour' }))
  await waitFor(() => expect(next()).toBeEnabled())
  expect(field).not.toHaveAccessibleDescription(/past/)
})

test.each([
  ['/schedule-wizard/channels?a=1#end', '/schedule-wizard-channels?a=1'],
  ['/schedule-wizard/date', '/schedule-wizard-date'],
  ['/schedule-wizard/frequency/', '/schedule-wizard-frequency/'],
])('%s is another name of its step', async (alias, step) => {
  begun()
  openApp(alias, { world: withChannels() })
  await waitFor(() => expect(path()).toBe(step))
  expect(await screen.findByRole('list', { name: 'Steps' })).toBeInTheDocument()
})

describe('channels', () => {
  test('are added up to what the plan follows, and the plan that has more room is named', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'e')
    await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
    await user.click(screen.getByRole('button', { name: 'Add The Slow Kitchen' }))
    expect(screen.getAllByText('2 of 2 channels').length).toBeGreaterThan(0)
    expect(screen.getByText('Your plan follows 2 channels. The Premium plan follows 10.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add Deep History' })).toBeDisabled()
    await user.click(screen.getAllByRole('button', { name: 'Remove Plain Structures' })[0]!)
    expect(screen.getByRole('button', { name: 'Add Deep History' })).toBeEnabled()
  })

  test('show at a press what they brought last, and how often they upload once that is known', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'structures')
    await user.click(await screen.findByRole('button', { name: 'Newest videos of Plain Structures' }))
    const newest = await screen.findByRole('list', { name: 'Newest videos of Plain Structures' })
    expect(within(newest).getAllByRole('listitem')[0]).toHaveTextContent('Today How a tunnel is aired')
    expect(screen.getByText('About 3 videos a week')).toBeInTheDocument()
    expect([...api.world.askedChannels]).toEqual([sampleChannel(1).id])
  })

  test('that were found ask nothing by themselves, and chosen ones are looked up', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'e')
    const add = await screen.findByRole('button', { name: 'Add Plain Structures' })
    expect(screen.queryByText(/videos a week/)).not.toBeInTheDocument()
    expect(api.world.askedChannels.size).toBe(0)
    await user.click(add)
    const chosen = screen.getByRole('list', { name: 'Your channels' })
    expect(await within(chosen).findByText('About 3 videos a week')).toBeInTheDocument()
    expect(chosen).toHaveTextContent('How a tunnel is aired')
    expect([...api.world.askedChannels]).toEqual([sampleChannel(1).id])
  })

  test('say about how many subscribe to them, where YouTube tells it', async () => {
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

  test('that were found stay when more of them could not be read, and these are asked for again', async () => {
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
    expect(await screen.findByRole('alert')).toHaveTextContent('The service could not be reached.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Add Ground Truth' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add Plain Structures' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('of which nothing can be found out are chosen all the same', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/schedule-wizard-channels', {
      world: withChannels(),
      setUp: api => api.break('schedules.previewChannels', 'unavailable'),
    })
    await search(user, 'structures')
    await user.click(await screen.findByRole('button', { name: 'Newest videos of Plain Structures' }))
    expect(await screen.findByText('Its newest videos could not be looked up.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Add Plain Structures' }))
    expect(next()).toBeEnabled()
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
  ])('with %j videos a week are said to upload %s', (perWeek, words) => {
    expect(rateInWords(perWeek)).toBe(words)
  })

  test('that nobody knows are said to be unknown', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await search(user, 'zebra')
    expect(await screen.findByText(/No channel found for “zebra”/)).toBeInTheDocument()
    expect(next()).toBeDisabled()
  })

  test('come out of a pasted list, as many as there is room for, with what was not understood', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await user.click(await screen.findByRole('button', { name: 'Paste a list' }))
    const lines = [...sampleChannels(3).map(({ id }) => `https://www.youtube.com/channel/${id}`), 'nobody']
    await user.click(screen.getByLabelText('Links, @handles or ids, one per line'))
    await user.paste(lines.join('\n'))
    await user.click(screen.getByRole('button', { name: 'Read the list' }))
    expect(await screen.findByText(/3 channels found/)).toHaveTextContent(
      'Your plan has room for 2 more. Choose which.',
    )
    expect(screen.getByText('1 line was not understood')).toBeInTheDocument()
    expect(screen.getByText('nobody')).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'The Slow Kitchen' })).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: 'Ground Truth' }))
    await user.click(screen.getByRole('checkbox', { name: 'The Slow Kitchen' }))
    await user.click(screen.getByRole('button', { name: 'Add 2 channels' }))
    expect(await chosen()).toEqual(['The Slow Kitchen', 'Plain Structures'])
  })

  test('that are pasted into the search as a list are read as one', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await user.click(await screen.findByRole('searchbox', { name: 'Name, @handle or link' }))
    await user.paste(
      sampleChannels(2)
        .map(({ id }) => `https://www.youtube.com/channel/${id}`)
        .join('\n'),
    )
    await user.click(await screen.findByRole('button', { name: 'Add 2 channels' }))
    expect(await chosen()).toEqual(['Ground Truth', 'Plain Structures'])
    expect(api.calls).not.toContain('youtube.channels')
  })

  test('that are pasted into the search one at a time are searched for', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await user.click(await screen.findByRole('searchbox', { name: 'Name, @handle or link' }))
    await user.paste(sampleChannel(1).id)
    expect(await screen.findByRole('button', { name: 'Add Plain Structures' })).toBeInTheDocument()
    expect(api.calls).not.toContain('schedules.importChannels')
  })

  test('come out of a file, and one that is too large is not sent', async () => {
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await screen.findByRole('button', { name: 'Choose a file' })
    const input = screen.getByLabelText('Choose a file', { selector: 'input' })
    await user.upload(input, new File(['x'.repeat(400_001)], 'all.csv', { type: 'text/csv' }))
    expect(await screen.findByText(/larger than any list of channels/)).toBeInTheDocument()
    expect(api.calls).not.toContain('schedules.importChannels')
    await user.upload(input, new File([sampleChannel(4).id], 'subscriptions.csv', { type: 'text/csv' }))
    expect(await screen.findByRole('checkbox', { name: 'Deep History' })).toBeChecked()
  })

  test('come out of no file that cannot be read, which is said', async () => {
    const { user } = openApp('/schedule-wizard-channels', { world: withChannels() })
    await screen.findByRole('button', { name: 'Choose a file' })
    const gone = new File(['x'], 'subscriptions.csv', { type: 'text/csv' })
    gone.text = () => Promise.reject(new DOMException('It was moved', 'NotFoundError'))
    await user.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), gone)
    expect(await screen.findByRole('alert')).toHaveTextContent('This file could not be read.')
  })

  test('that were chosen survive a reload and the way back', async () => {
    begun()
    const { user } = openApp('/schedule-wizard-date', { world: withChannels() })
    await screen.findByLabelText('First digest on')
    await user.click(screen.getByRole('link', { name: /Channels/ }))
    expect(await chosen()).toEqual(['Ground Truth', 'Plain Structures'])
  })

  test('are needed before anything else [spec 5.9]', async () => {
    openApp('/schedule-wizard-frequency', { world: withChannels() })
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })
})

describe('the date', () => {
  test('is written out in the zone of the user, as the server counts it', async () => {
    begun()
    const { user } = openApp('/schedule-wizard-date', { world: withChannels() })
    await user.click(await screen.findByRole('button', { name: 'Monday at 8:00 AM' }))
    expect(await screen.findByText(/^Monday, .* at 8:00 AM$/)).toBeInTheDocument()
    expect(screen.getByText('Time zone: Europe/Rome')).toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('schedule')!).start).toMatch(/T08:00$/)
  })

  test('keeps its time of day in another zone', async () => {
    begun()
    const { user, api } = openApp('/schedule-wizard-date', { world: withChannels() })
    await user.click(await screen.findByRole('button', { name: 'Monday at 8:00 AM' }))
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo')
    await waitFor(() => expect(api.world.settings.timeZone).toBe('Asia/Tokyo'))
    expect(await screen.findByText(/^Monday, .* at 8:00 AM$/)).toBeInTheDocument()
  })

  test.each([
    ['2027-03-28T02:30', '2027-03-28', '02:30', 'On March 28 the clocks skip 2:30 AM: it comes at 3:30 AM.'],
    ['2027-10-31T02:30', '2027-10-31', '02:30', 'The clocks show 2:30 AM twice that night: it comes at the first.'],
  ])('at %s tells what the clocks do', async (_, date, time, words) => {
    begun()
    const day = Date.UTC(2027, 1, 1)
    openApp('/schedule-wizard-date', { world: withChannels({ now: () => day }) })
    fireEvent.change(await screen.findByLabelText('First digest on'), { target: { value: date } })
    fireEvent.change(screen.getByLabelText('First digest at'), { target: { value: time } })
    expect(await screen.findByText(words)).toBeInTheDocument()
  })

  test('that the clocks skip stays the one that was chosen', async () => {
    begun({ start: '2027-03-28T02:30', frequency: 'weekly' })
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
    await user.click(next())
    await user.click(await screen.findByRole('radio', { name: /Every day/ }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByRole('heading', { name: /^Every day at 2:30\sAM$/ })).toBeInTheDocument()
    expect(api.world.schedules[0]!.startClock).toBe('2027-03-28T02:30')
  })

  test('in the past is refused where it is chosen', async () => {
    begun({ start: '2020-01-01T08:00' })
    openApp('/schedule-wizard-date', { world: withChannels() })
    expect(await screen.findByText(/can’t start in the past/)).toBeInTheDocument()
    expect(next()).toBeDisabled()
  })

  test('that could not be reckoned keeps nobody from going on, and is asked for again', async () => {
    begun()
    const { user, api } = openApp('/schedule-wizard-date', {
      world: withChannels(),
      setUp: server => server.break('schedules.preview', 'unavailable'),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(failures.unavailable.sentence)
    expect(screen.getByLabelText('First digest on')).toBeValid()
    expect(next()).toBeEnabled()
    api.mend('schedules.preview')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^\w+, \w+ \d+(, \d+)? at \d+:\d\d [AP]M$/)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('that is half typed is none', async () => {
    begun()
    openApp('/schedule-wizard-date', { world: withChannels() })
    fireEvent.change(await screen.findByLabelText('First digest on'), { target: { value: '' } })
    expect(await screen.findByText('Choose a date and a time.')).toBeInTheDocument()
    expect(next()).toBeDisabled()
  })
})

describe('the last step', () => {
  test('locks the frequencies outside the plan and names the one that opens them', async () => {
    begun({ filters: { maxPerChannel: 15 } })
    openApp('/schedule-wizard-frequency', { world: withChannels({ forecast: 12 }) })
    expect(await screen.findByRole('radio', { name: 'Every day In the Pro plan' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Every other day In the Premium plan' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Every month' })).toBeChecked()
    expect(await screen.findByText(/^Takes about 12 summaries a month; your plan has 10\./)).toBeInTheDocument()
    const dates = await screen.findByRole('region', { name: 'The next three' })
    expect(within(dates).getAllByRole('listitem')).toHaveLength(3)
  })

  test('saves how digests arrive as soon as it is chosen', async () => {
    begun()
    const { user, api } = openApp('/schedule-wizard-frequency', { world: withChannels() })
    await user.click(await screen.findByRole('switch', { name: 'By email' }))
    await waitFor(() => expect(api.world.settings).toEqual(sampleSettings({ mail: { digest: false, product: false } })))
  })

  test('sends a sample of the mail, made of what there is', async () => {
    begun()
    const { user, api } = openApp('/schedule-wizard-frequency', {
      world: addSummaries(withChannels(), [sampleSummary(1, now)]),
    })
    await user.click(await screen.findByRole('button', { name: 'Send me a sample now' }))
    expect(await screen.findByText('A sample is on its way to ada@example.com')).toBeInTheDocument()
    api.break('schedules.mailSample', 'too_many_requests')
    await user.click(screen.getByRole('button', { name: 'Send me a sample now' }))
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
  })

  test.each([
    ['there is no summary', withChannels(), /^Once you have a summary/],
    [
      'the address is not confirmed',
      addSummaries(
        withChannels({
          users: [{ email: 'ada@example.com', password: 'long enough', user: sampleUser({ emailVerified: false }) }],
        }),
        [sampleSummary(1, now)],
      ),
      /^A sample can be sent to you here once/,
    ],
  ])('offers no sample while %s, and says so', async (_, world, words) => {
    begun()
    openApp('/schedule-wizard-frequency', { world })
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send me a sample now' })).not.toBeInTheDocument()
  })

  test('tells all three steps, each with the way back', async () => {
    begun({ channels: sampleChannels(5) })
    const { user } = openApp('/schedule-wizard-frequency', { world: withChannels({ plan: 'premium' }) })
    const review = await screen.findByRole('region', { name: 'At a glance' })
    expect(review).toHaveTextContent('Plain Structures, Ground Truth, The Slow Kitchen and 2 more')
    await waitFor(() => expect(review).toHaveTextContent(/Every month on the/))
    await user.click(within(review).getByRole('link', { name: 'Edit first digest' }))
    await waitFor(() => expect(path()).toBe('/schedule-wizard-date'))
  })

  test('leads what the server refuses back to the step it is about', async () => {
    begun({ channels: sampleChannels(3) })
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

  test('keeps the draft when the service cannot be reached', async () => {
    begun()
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

describe('editing', () => {
  test('begins with the schedule as it is and changes only what was changed', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    const { startDateTime } = api.world.schedules[0]!
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('heading', { name: 'Edit schedule' })).toBeInTheDocument()
    await user.click((await screen.findAllByRole('button', { name: 'Remove Ground Truth' }))[0]!)
    await user.click(next())
    await screen.findByText(/^Friday, .* at 8:00 AM$/)
    await user.click(next())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]).toMatchObject({ startDateTime, frequency: 'weekly' })
    expect(api.world.schedules[0]!.channelList.map(({ title }) => title)).toEqual([
      'Plain Structures',
      'The Slow Kitchen',
    ])
  })

  test('one channel more is saved where it is added', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await search(user, 'deep')
    await user.click(await screen.findByRole('button', { name: 'Add Deep History' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(await screen.findByText('Deep History')).toBeInTheDocument()
    expect(api.world.schedules[0]!.channelList).toHaveLength(4)
  })

  test('that was left goes on with what was begun, until it is saved', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    const unsaved = 'You have changes that are not saved.'
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
    expect(await chosen()).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('link', { name: 'Go on' }))
    expect(await chosen()).toContain('Deep History')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Deep History')).toBeInTheDocument()
    expect(api.world.schedules[0]!.channelList).toHaveLength(4)
    expect(screen.queryByText(unsaved)).not.toBeInTheDocument()
  })

  test('that was left is discarded at a press, and comes back with another', async () => {
    begun({ id: 5, channels: sampleChannels(4), frequency: 'weekly' })
    const { user } = openApp('/tabs/dashboard', { world: following() })
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('You have changes that are not saved.')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(localStorage.getItem('schedule')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(await screen.findByRole('link', { name: 'Go on' }))
    expect(await chosen()).toContain('Deep History')
  })

  test('goes on from the schedule as another window has changed it meanwhile', async () => {
    const [first, second, third] = sampleChannels(3)
    const held = { channelIds: [first!.id, second!.id, third!.id], frequency: 'weekly' }
    begun({ id: 5, held, channels: [first, third, sampleChannel(4)], frequency: 'weekly' })
    const there = { channelList: [first!, second!, sampleChannel(9)], frequency: 'monthly' as const }
    const { user, api } = openApp('/tabs/dashboard', { world: following(there) })
    await user.click(await screen.findByRole('link', { name: 'Go on' }))
    await user.click(await screen.findByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]).toMatchObject({
      channelList: [first, sampleChannel(9), sampleChannel(4)],
      frequency: 'monthly',
    })
  })

  test('another frequency begins at the next date, as the step has shown', async () => {
    const { user, api } = openApp('/tabs/dashboard', { world: following() })
    const shown = (await screen.findByText(/^Friday, /)).textContent!.replace('\u00a0', ' ')
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('link', { name: /Frequency/ }))
    await user.click(await screen.findByRole('radio', { name: /^Every month/ }))
    await waitFor(() => expect(screen.getByRole('region', { name: 'At a glance' })).toHaveTextContent(shown))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(shown)).toBeInTheDocument()
    expect(api.world.schedules[0]!.frequency).toBe('monthly')
  })

  test('a paused schedule stays paused, and says when its dates go on', async () => {
    const { user, api } = openApp('/schedule-wizard-date', { world: following({ disabled: true }) })
    expect(await screen.findByText(/^It is paused\. Its dates go on when you resume it/)).toBeInTheDocument()
    await user.click(next())
    const review = await screen.findByRole('region', { name: 'At a glance' })
    expect(review).toHaveTextContent('When you resume it')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]!.disabled).toBe(true)
  })

  test('more channels than a smaller plan has room for may be kept and reduced', async () => {
    const channelList = sampleChannels(5)
    const { user } = openApp('/schedule-wizard-channels', { world: following({ channelList }, { plan: 'basic' }) })
    expect((await screen.findAllByText('5 of 2 channels')).length).toBeGreaterThan(0)
    await user.click((await screen.findAllByRole('button', { name: 'Remove Deep History' }))[0]!)
    await search(user, 'i')
    expect(await screen.findByRole('button', { name: 'Add Deep History' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Add Night Train' })).toBeDisabled()
  })
})

describe('what is pasted', () => {
  test.each([
    ['@one\n@two'],
    ['Plain Structures\nhttps://www.youtube.com/@plain\n'],
    ['<?xml version="1.0"?><opml></opml>'],
    ['Channel Id,Channel Url,Channel Title\nUCx,,'],
    ['{"app_version":"0.27.2","subscriptions":[]}'],
    ['["https://www.youtube.com/@one"]'],
    ['https://yewtu.be/feed/channel/UCtHaxi4GTYDpJgMSGy7AeSw\nUCqYPhGiB9tkShZorfgcL2lA'],
  ])('%j is a list', text => expect(pastedList(text)).toBe(text))

  test('links in one line are a list, one in a line', () => {
    expect(pastedList('@one, @two https://youtube.com/@three')).toBe('@one\n@two\nhttps://youtube.com/@three')
  })

  test.each([
    [''],
    ['\n\n'],
    ['@one\n'],
    ['the slow kitchen'],
    ['by @one and others'],
    ['two\nlines of words'],
    ['a'.repeat(1e6)],
  ])('text %# is a search', text => expect(pastedList(text)).toBeNull())
})

describe('what is left out', () => {
  const unfold = async (user: ReturnType<typeof openApp>['user']) =>
    await user.click(await screen.findByText('What is left out'))

  test('is said in a line and chosen below it; the forecast, the last step and the schedule have it', async () => {
    begun()
    const { user, api } = openApp('/schedule-wizard-channels', { world: withChannels({ forecast: 30 }) })
    expect(
      await screen.findByText('Shorts, live streams. Of each channel the newest 5 come with a run.'),
    ).toBeInTheDocument()
    await unfold(user)
    await user.click(await screen.findByRole('switch', { name: 'Live streams' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Shorter than' }), '10 minutes')
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'At most, from each channel and run' }),
      'The newest one',
    )
    const words = 'Shorts, videos under 10 minutes. Of each channel the newest one comes with a run.'
    expect(screen.getByText(words)).toBeInTheDocument()
    await user.click(next())
    await screen.findByLabelText('First digest on')
    await user.click(next())
    expect(await screen.findByRole('region', { name: 'At a glance' })).toHaveTextContent(words)
    // Two channels once a month, one of each.
    expect(await screen.findByText('Takes about 2 summaries a month; your plan has 10.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Follow 2 channels' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    const filters = { skipShorts: true, skipLive: false, minMinutes: 10, maxPerChannel: 1 }
    expect(api.world.schedules[0]!.filters).toEqual(filters)
  })

  test('is changed from the last step, where it stands unfolded', async () => {
    begun()
    const { user } = openApp('/schedule-wizard-frequency', { world: withChannels() })
    await user.click(await screen.findByRole('link', { name: 'Edit what is left out' }))
    expect(await screen.findByRole('switch', { name: 'Shorts' })).toBeVisible()
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })

  test('of a schedule is what it has, and what is not chosen here stays as it is', async () => {
    const filters = { skipShorts: false, skipLive: false, minMinutes: 0, maxPerChannel: 3 }
    const { user, api } = openApp('/schedule-wizard-channels', { world: following({ filters }) })
    expect(await screen.findByText('Nothing. Of each channel the newest 3 come with a run.')).toBeInTheDocument()
    await unfold(user)
    await user.click(await screen.findByRole('switch', { name: 'Shorts' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]!.filters).toEqual({ ...filters, skipShorts: true })
  })

  test('that another program wrote into the draft and is none is no draft', () => {
    const draft = { id: null, channels: [], start: null, frequency: 'monthly' }
    expect(parseDraft(JSON.stringify(draft))).toEqual({ ...draft, filters: {} })
    expect(parseDraft(JSON.stringify({ ...draft, filters: { maxPerChannel: 99 } }))).toBeNull()
  })
})

describe('the draft', () => {
  test('that is no draft is none', () => {
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

  test('joins a schedule that came up elsewhere, and outlives one that is gone', () => {
    const schedule = sampleSchedule(now)
    const draft = {
      id: null,
      channels: [sampleChannel(1), sampleChannel(9)],
      start: null,
      frequency: 'daily',
      filters: {},
    } as const
    const joined = presentDraft({ ...draft, channels: [...draft.channels] }, schedule)
    expect(joined.id).toBe(schedule.id)
    expect(joined.channels.map(({ id }) => id)).toEqual([...schedule.channelList, sampleChannel(9)].map(({ id }) => id))
    expect(presentDraft({ ...joined, id: 99 }, null)).toEqual({ ...joined, id: null })
  })
})
