import type { Page } from 'playwright'
import { communitySummary } from '../server/samples.ts'
import { sampleChannels, sampleNewVideos, sampleNotification, sampleSchedule } from '../server/schedule-samples.ts'
import { createWorld, sampleUser } from '../server/world.ts'
import { hardTitles, hardWorld, thousandCharacters } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'
import { expandToFullPage, press } from './steps.ts'

const now = Date.now()
const channels = sampleChannels(hardTitles.length).map((channel, at) => ({ ...channel, title: hardTitles[at]! }))
const search = hardTitles.map((title, at) => ({
  id: `result${String(at).padStart(5, '0')}`,
  title,
  description: `${thousandCharacters} · 720 min`,
  thumbnails: { default: '', medium: '', high: '' },
}))
const user = sampleUser({
  email: `${'a'.repeat(64)}@${'long-domain.'.repeat(8)}example`,
  firstName: '👩🏽‍🚀🦊',
  lastName: 'von und zu '.repeat(8),
  profilePicture: '/uploads/not-there.png',
})
const links = ['dQw4w9WgXcQ', 'aBcDeFgHiJk']
const world = () => {
  const hard = hardWorld()
  const longest = hard.summaries.get(6)!.videoInfo
  const rightToLeft = hard.summaries.get(3)!.videoInfo
  return {
    ...hard,
    videos: new Map(
      [longest, rightToLeft].map((info, at) => [links[at]!, { videoInfo: { ...info, videoId: links[at]! } }]),
    ),
    newVideos: sampleNewVideos(now).map((video, at) => ({
      ...video,
      channel: [thousandCharacters, rightToLeft.channel, 'x'][at]!,
    })),
    search,
    channels,
    users: [{ email: user.email, password: 'long enough', user }],
    plan: 'premium' as const,
    schedules: [sampleSchedule(now, { channelList: channels })],
    notices: hardTitles.map((title, at) => sampleNotification(at + 1, now, { title, body: thousandCharacters })),
  }
}
const typeText = (text: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: /YouTube link/ }).fill(text)
  await page.waitForTimeout(900)
}

/** Worst-case content on every page: very long words, right-to-left text, missing pictures. */
export const hardShots: Shot[] = [
  { name: 'hard-history', path: '/tabs/history', world },
  { name: 'hard-history-200', path: '/tabs/history', text: 200, world },
  { name: 'hard-channel', path: '/history-detail/6', world },
  { name: 'hard-generate', path: '/tabs/summarize', world, prepare: expandToFullPage },
  { name: 'hard-search', path: '/tabs/summarize', world, prepare: typeText('ge a') },
  { name: 'hard-preview', path: '/tabs/summarize', world, prepare: typeText(`https://youtu.be/${links[0]}`) },
  {
    name: 'hard-batch',
    path: '/tabs/summarize',
    world,
    prepare: typeText(links.map(videoId => `https://youtu.be/${videoId}`).join('\n')),
  },
  {
    name: 'hard-toast',
    path: '/tabs/popular',
    world: () => {
      const { videoInfo } = hardWorld().summaries.get(6)!
      return { ...world(), popular: { week: [communitySummary(1, now, { videoInfo }), communitySummary(2, now)] } }
    },
    async prepare(page) {
      await press(/^More actions for /)(page)
      await page.getByText('Hide this channel').click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'hard-schedule', path: '/tabs/dashboard', world, prepare: expandToFullPage },
  { name: 'hard-schedule-200', path: '/tabs/dashboard', text: 200, world, prepare: expandToFullPage },
  {
    name: 'hard-wizard',
    path: '/schedule-wizard-channels?edit=5',
    world,
    async prepare(page) {
      await page.getByRole('searchbox').fill('e')
      await page.waitForTimeout(1200)
      await expandToFullPage(page)
    },
  },
  { name: 'hard-notices', path: '/tabs/dashboard', world, prepare: press(/^Notifications/) },
  { name: 'hard-account', path: '/account', world },
  { name: 'hard-account-edit', path: '/account', world, prepare: press('Edit') },
  { name: 'hard-settings', path: '/settings', world },
  {
    name: 'hard-menu',
    path: '/tabs/popular',
    world: () => ({ ...world(), popular: { week: [communitySummary(1, now)] } }),
    async prepare(page) {
      const open = page.getByRole('button', { name: 'Menu' })
      if (await open.isVisible()) await open.click()
      await page.waitForTimeout(500)
    },
  },
  { name: 'hard-nothing', path: '/subscriptions', world: () => createWorld({ plan: 'free', used: 0 }) },
]
