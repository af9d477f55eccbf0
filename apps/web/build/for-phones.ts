import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { factsOf, type PhoneApp } from './phone-app.ts'

const sources = path.resolve(import.meta.dirname, '../src') + path.sep

/**
 * Puts what a phone does in place of what a browser does: `device/share.ts` gives way to `device/phone/share.ts`, and so does
 * any module to the one of its name in a folder `phone` beside it, which has the same face and may use the browser's one
 * itself. So the web app carries nothing of it.
 */
export const phoneDevice: Plugin = {
  name: 'phone-device',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !source.startsWith('.')) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!found?.id.startsWith(sources)) return null
    const phone = path.join(path.dirname(found.id), 'phone')
    const instead = path.join(phone, path.basename(found.id))
    return path.dirname(importer) !== phone && existsSync(instead) ? instead : null
  },
}

/** What the app may load: itself, its service, and the video player of others that is loaded by a click. */
const policyFor = (server: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${server}`,
    `media-src 'self' blob: ${server}`,
    "font-src 'self'",
    // What is kept on the phone is read back by the page.
    `connect-src 'self' blob: ${server}`,
    'frame-src https://www.youtube-nocookie.com',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Writes into the page what it must know before it has asked anybody, and what it may do. */
export const phoneFacts = (app: PhoneApp): Plugin => ({
  name: 'phone-facts',
  transformIndexHtml: html => ({
    html: html.replaceAll('%name%', app.name),
    tags: [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policyFor(app.server) },
        injectTo: 'head-prepend',
      },
      ...Object.entries(factsOf(app))
        .filter(([, content]) => content)
        .map(([name, content]) => ({ tag: 'meta', attrs: { name, content }, injectTo: 'head' as const })),
    ],
  }),
})

/** What of `public/` only browsers and strangers are shown. */
const leftOut = [
  'landing',
  'screenshots',
  'after-paint.js',
  'apple-touch-icon.png',
  'manifest.webmanifest',
  'robots.txt',
]

/** The page as a phone asks for it, with nothing beside it that no phone asks for; and what a phone shows that is too old for it. */
export const phonePage = (app: PhoneApp): Plugin => ({
  name: 'phone-page',
  enforce: 'post',
  generateBundle(_options, bundle) {
    bundle['phone.html']!.fileName = 'index.html'
    const source = readFileSync(path.resolve(import.meta.dirname, '../outdated.html'), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'outdated.html', source: source.replaceAll('%name%', app.name) })
  },
  async writeBundle({ dir = '' }) {
    await Promise.all(
      [...leftOut, ...(await readdir(dir)).filter(name => /^icon-(?!192\.png)/.test(name))].map(name =>
        rm(path.join(dir, name), { recursive: true, force: true }),
      ),
    )
  },
})
