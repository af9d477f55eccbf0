import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../docs/performance.md')

/** Sections of docs/performance.md in order, by the name of their part. Each is measured separately. */
const titles: Record<string, string> = {
  recap: 'From link to text and audio',
  api: 'The API',
  schedules: 'Schedules',
  polling: 'Polling channels',
  llm: 'Language model',
  start: 'Startup',
  web: 'The web app',
}

const notes: Record<string, string> = {
  recap:
    'Every sample is a different video and nothing is cached; the fake YouTube runs on the same cores as the server. The bare voice speaks the same sentences on one thread, without MP3 encoding or timings. Audio times are scaled to 10,000 characters; memory is the resident size of the whole server above its idle size.',
  schedules: 'On PostgreSQL without fsync, on the same cores as the two processes.',
  llm: 'The fake language model responds at the speed of a mid-size model. For comparison, the usual recipes summarize the same recording at the same length.',
  web: 'Lighthouse 13.5.0 with its mobile profile, against `npm start`; it simulates the slow network and CPU from a load on this machine. The browser shares the two cores with the server. Of three runs, the median counts. Other work was running on this machine.',
}

const head = ['# Performance', '', '<!-- Written by `npm run bench`. Do not edit. -->', '']

/** Replaces the section of one part in docs/performance.md. */
export function writePart(name: string, rows: readonly string[]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  const parts = existsSync(file) ? parseParts(readFileSync(file, 'utf8')) : new Map<string, string>()
  const intro = [`Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}.`, notes[name]]
    .filter(Boolean)
    .join(' ')
  parts.set(
    titles[name]!,
    [intro, '', '| measurement | samples | p50 | p95 | target | met |', '|---|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
  )
  const orderedTitles = Object.values(titles).filter(title => parts.has(title))
  writeFileSync(file, `${[...head, ...orderedTitles.map(title => `## ${title}\n\n${parts.get(title)}\n`)].join('\n')}`)
  console.log(`Wrote "${titles[name]}" to docs/performance.md.`)
}

const parseParts = (page: string): Map<string, string> =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map(part => {
        const [title = '', ...rest] = part.split('\n')
        return [title, rest.join('\n').trim()]
      }),
  )
