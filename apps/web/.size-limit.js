import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/**
 * Download budgets, in compressed JavaScript: the first load including React, and on top of it each page or lazily loaded part.
 * The build's manifest lists the files of each page. The landing page has its own files; its markup names those loaded before
 * scrolling or playing.
 */
const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'))

/** A chunk and its static imports. */
function filesOf(key, of = manifest, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of of[key].imports ?? []) filesOf(next, of, seen)
  return seen
}

const paths = keys => [...keys].map(key => `dist/${manifest[key].file}`)
const first = filesOf('app.html')

/** Bytes that the phone build may have on top of the web build, for the first load and in total. */
const phoneExtraBytes = 40_000
const phones = JSON.parse(readFileSync(new URL('../mobile/www/.vite/manifest.json', import.meta.url), 'utf8'))
const phonePaths = keys => [...keys].map(key => `../mobile/www/${phones[key].file}`)
const scriptsOf = all => Object.keys(all).filter(key => /\.js$/.test(all[key].file) && !/service-worker/.test(key))
const bytes = files =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, import.meta.url))).length, 0)
const phoneLimit = files => `${bytes(files) + phoneExtraBytes} B`
const pages = Object.keys(manifest).filter(
  key => manifest[key].isDynamicEntry && /(Screen|Shell|Panel)\.tsx$/.test(key),
)

const landing = readFileSync(new URL('dist/landing.html', import.meta.url), 'utf8')
const initialMarkup = landing.replaceAll(/<img[^>]* loading="lazy"[^>]*>|<audio[^>]*>|<a[^>]*>/g, '')
const landingFiles = [
  ...new Set([...initialMarkup.matchAll(/ (?:src|href)="(\/[^"]*\.\w+)"/g)].map(([, path]) => `dist${path}`)),
]

export default [
  { name: 'landing, script', path: landingFiles.filter(path => path.endsWith('.js')), limit: '5 KB', gzip: true },
  { name: 'landing, all', path: ['dist/landing.html', ...landingFiles], limit: '60 KB', gzip: true },
  { name: 'first load', path: paths(first), limit: '110 KB', gzip: true },
  {
    name: 'phones, first load',
    path: phonePaths(filesOf('phone.html', phones)),
    limit: phoneLimit(paths(first)),
    gzip: true,
  },
  {
    name: 'phones, all scripts',
    path: phonePaths(scriptsOf(phones)),
    limit: phoneLimit(paths(scriptsOf(manifest))),
    gzip: true,
  },
  ...pages.map(key => ({
    name: key.replace(/^.*\//, ''),
    path: paths([...filesOf(key)].filter(file => !first.has(file))),
    limit: '35 KB',
    gzip: true,
  })),
]
