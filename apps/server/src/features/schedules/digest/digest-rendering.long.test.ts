import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { renderMail } from '../../notifications/render-mail.ts'
import type { DigestVideo } from './digest.ts'
import { digestTemplate } from './mail.ts'
import { failedVideos, makeDigest, makeDigestVideos, makeListedVideos } from './test/digests.ts'

const chromium = '/usr/bin/chromium'
/** Set `LOOK_DIR` to keep the screenshots. */
const folder = process.env.LOOK_DIR ?? mkdtempSync(path.join(tmpdir(), 'recaps-digest-'))
mkdirSync(folder, { recursive: true })

const letterhead = {
  productName: 'Recaps',
  publicUrl: 'https://recaps.example.com',
  supportEmail: 'support@recaps.example',
}

const longWords = (count: number): DigestVideo[] =>
  makeDigestVideos(count).map(video => ({
    ...video,
    title: 'Donaudampfschifffahrtsgesellschaft'.repeat(4),
    points: video.points.map(point => ({ ...point, text: 'x'.repeat(300) })),
  }))

async function htmlOf(videos: DigestVideo[]): Promise<string> {
  const count = videos.length
  const digest = makeDigest({
    videos,
    ...(count > 1
      ? { failed: failedVideos, listed: [...makeListedVideos(3, 'monthly_limit'), ...makeListedVideos(1, 'late')] }
      : {}),
  })
  const template = digestTemplate({ notifications: { addNotice: async () => true }, loadDigest: async () => digest })
  const envelope = { outboxId: 1, messageId: '<1@recaps.example>', userId: 1, to: 'ada@example.com' }
  return (await renderMail((await template.compose({ runId: 7 }, envelope))!, envelope.to, letterhead)).html
}

/** Screenshot of a mail in a window of this width. It is shown in a frame, because Chromium windows are at least 500 px wide. */
async function screenshot(
  name: string,
  html: string,
  { width, height, isDark }: { width: number; height: number; isDark: boolean },
) {
  const [page, picture] = [path.join(folder, `${name}.html`), path.join(folder, `${name}.png`)]
  const framed = html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><style>body{margin:0}iframe{border:0;display:block;width:${width}px;height:${height}px}</style><iframe srcdoc="${framed}"></iframe>`,
  )
  await promisify(execFile)(chromium, [
    '--no-sandbox',
    '--headless',
    '--hide-scrollbars',
    '--disable-gpu',
    // Takes the screenshot only after the frame is rendered, even on a busy machine.
    '--virtual-time-budget=3000',
    '--run-all-compositor-stages-before-draw',
    `--blink-settings=preferredColorScheme=${isDark ? 0 : 1}`,
    `--window-size=${Math.max(width, 500)},${height}`,
    `--screenshot=${picture}`,
    `file://${page}`,
  ])
  const cropped = await sharp(picture).extract({ left: 0, top: 0, width, height }).removeAlpha().png().toBuffer()
  writeFileSync(picture, cropped)
  return cropped
}

describe.skipIf(!existsSync(chromium))('the rendered digest', () => {
  const cases = {
    '1 video': makeDigestVideos(1),
    '5 videos': makeDigestVideos(5),
    '100 videos': makeDigestVideos(100),
    'long words': longWords(2),
  }
  const heights: Record<string, number> = { '1 video': 900, '5 videos': 2600, '100 videos': 4000, 'long words': 2600 }

  for (const [name, videos] of Object.entries(cases))
    for (const width of [390, 700])
      for (const isDark of [false, true])
        it(`the digest of ${name} fits a window ${width} px wide, ${isDark ? 'dark' : 'light'}`, async () => {
          const height = heights[name]!
          const file = `digest-${name.replace(' ', '-')}-${width}-${isDark ? 'dark' : 'light'}`
          const picture = await screenshot(file, await htmlOf(videos), { width, height, isDark })
          // Both margins show only the background: the mail is not wider than the window.
          for (const left of [0, width - 3])
            expect(await coloursAt(picture, left, height)).toEqual([isDark ? '161110' : 'fffbf9'])
          const { channels } = await sharp(picture).stats()
          expect(channels[0]!.stdev).toBeGreaterThan(10)
        })
})

/** Every colour in a strip of the picture. */
async function coloursAt(picture: Buffer, left: number, height: number): Promise<string[]> {
  const strip = await sharp(picture).extract({ left, top: 0, width: 3, height }).raw().toBuffer()
  return [...new Set(Array.from({ length: strip.length / 3 }, (_, at) => strip.toString('hex', at * 3, at * 3 + 3)))]
}
