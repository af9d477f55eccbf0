import { readFileSync } from 'node:fs'

/**
 * The budgets of what the browser downloads, in compressed JavaScript: the first load with React, and each page, or part of
 * one that comes later, on top of it. Which files belong to a page is read from the build's manifest. The landing page has
 * files of its own; what it shows before it is scrolled or played is named by its markup.
 */
const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'))

/** A chunk and everything it imports at once. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) filesOf(next, seen)
  return seen
}

const paths = keys => [...keys].map(key => `dist/${manifest[key].file}`)
const first = filesOf('app.html')
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
  ...pages.map(key => ({
    name: key.replace(/^.*\//, ''),
    path: paths([...filesOf(key)].filter(file => !first.has(file))),
    limit: '35 KB',
    gzip: true,
  })),
]
