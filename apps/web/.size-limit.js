import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/**
 * The budgets of what the browser downloads, in compressed JavaScript: the first load with React, and each page, or part of
 * one that comes later, on top of it. Which files belong to a page is read from the build's manifest. The landing page has
 * files of its own; what it shows before it is scrolled or played is named by its markup.
 */
const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'))

/** A chunk and everything it imports at once. */
function filesOf(key, of = manifest, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of of[key].imports ?? []) filesOf(next, of, seen)
  return seen
}

const paths = keys => [...keys].map(key => `dist/${manifest[key].file}`)
const first = filesOf('app.html')

/** The same app as phones have it: no more than so much on top of the web's, at its start and in all. */
const addedByPhones = 40_000
const phones = JSON.parse(readFileSync(new URL('../mobile/www/.vite/manifest.json', import.meta.url), 'utf8'))
const onPhones = keys => [...keys].map(key => `../mobile/www/${phones[key].file}`)
const scriptsOf = all => Object.keys(all).filter(key => /\.js$/.test(all[key].file) && !/service-worker/.test(key))
const bytes = files =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, import.meta.url))).length, 0)
const forPhones = files => `${bytes(files) + addedByPhones} B`
const pages = Object.keys(manifest).filter(
  key => manifest[key].isDynamicEntry && /(Screen|Shell|Panel)\.tsx$/.test(key),
)

const landing = readFileSync(new URL('dist/landing.html', import.meta.url), 'utf8')
const atOnce = landing.replaceAll(/<img[^>]* loading="lazy"[^>]*>|<audio[^>]*>|<a[^>]*>/g, '')
const ofLanding = [...new Set([...atOnce.matchAll(/ (?:src|href)="(\/[^"]*\.\w+)"/g)].map(([, path]) => `dist${path}`))]

export default [
  { name: 'landing, script', path: ofLanding.filter(path => path.endsWith('.js')), limit: '5 KB', gzip: true },
  { name: 'landing, all', path: ['dist/landing.html', ...ofLanding], limit: '60 KB', gzip: true },
  { name: 'first load', path: paths(first), limit: '110 KB', gzip: true },
  {
    name: 'phones, first load',
    path: onPhones(filesOf('phone.html', phones)),
    limit: forPhones(paths(first)),
    gzip: true,
  },
  {
    name: 'phones, all scripts',
    path: onPhones(scriptsOf(phones)),
    limit: forPhones(paths(scriptsOf(manifest))),
    gzip: true,
  },
  ...pages.map(key => ({
    name: key.replace(/^.*\//, ''),
    path: paths([...filesOf(key)].filter(file => !first.has(file))),
    limit: '35 KB',
    gzip: true,
  })),
]
