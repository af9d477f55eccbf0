import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { type PhoneApp, phoneAppFacts } from './phone-app.ts'

const sources = path.resolve(import.meta.dirname, '../src') + path.sep

/**
 * Replaces browser modules with phone modules: `device/share.ts` resolves to `device/phone/share.ts`, and likewise any module
 * with a namesake in a `phone` folder next to it. The phone module has the same exports and can import the browser's. The web
 * app contains no phone code.
 */
export const phoneDevice: Plugin = {
  name: 'phone-device',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !source.startsWith('.')) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!found?.id.startsWith(sources)) return null
    const phone = path.join(path.dirname(found.id), 'phone')
    const replacement = path.join(phone, path.basename(found.id))
    return path.dirname(importer) !== phone && existsSync(replacement) ? replacement : null
  },
}

/** Content security policy: the app's own files, its server, and the YouTube player, which loads on click. */
const policyFor = (server: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${server}`,
    `media-src 'self' blob: ${server}`,
    "font-src 'self'",
    // `blob:` for files saved offline.
    `connect-src 'self' blob: ${server}`,
    'frame-src https://www.youtube-nocookie.com',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Writes the build's facts and the content security policy into the page. */
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
      ...Object.entries(phoneAppFacts(app))
        .filter(([, content]) => content)
        .map(([name, content]) => ({ tag: 'meta', attrs: { name, content }, injectTo: 'head' as const })),
    ],
  }),
})

/** Files of `public/` that only browsers and visitors need. */
const webOnly = [
  'landing',
  'screenshots',
  'after-paint.js',
  'apple-touch-icon.png',
  'manifest.webmanifest',
  'robots.txt',
]

/** Writes `index.html` and the page for outdated web views, and removes files that phones do not need. */
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
      [...webOnly, ...(await readdir(dir)).filter(name => /^icon-(?!192\.png)/.test(name))].map(name =>
        rm(path.join(dir, name), { recursive: true, force: true }),
      ),
    )
  },
})
