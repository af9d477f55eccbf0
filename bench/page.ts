import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../docs/performance.md')

/** The parts of docs/performance.md in their order; each stands under its title and is measured by itself. */
const titles: Record<string, string> = {
  recap: 'From link to text and sound',
  api: 'The API',
  schedules: 'Following channels',
  polling: 'Asking channels for uploads',
  llm: 'A language model',
  start: 'Starting',
  web: 'The web app',
}

const notes: Record<string, string> = {
  recap:
    'Every sample is another video and nothing is cached; the stand-in of YouTube runs beside the server on the same cores. The bare voice says the same sentences on one thread, with nothing made of them. Times of audio are scaled to 10,000 characters; memory is the resident size of the whole server above its idle size.',
  schedules: 'On PostgreSQL that runs beside the two processes on the same cores and does not wait for its disk.',
  llm: 'The stand-in of a language model waits as a model of the middle size would; beside it the usual recipes run for the same recording and length of text.',
  web: 'Lighthouse 13.5.0 with its mobile profile, against `npm start`; its slow network and processor are simulated from a load on this machine. The browser shares the two cores with the server. Where three were run, the middle one counts. Other work went on on this machine meanwhile.',
}

const head = ['# Performance', '', '<!-- Written by `npm run bench`. Do not edit. -->', '']

/** Puts the rows of one part in its place and leaves the other parts as they are. */
export function writePart(name: string, rows: readonly string[]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  const parts = existsSync(file) ? partsOf(readFileSync(file, 'utf8')) : new Map<string, string>()
  const told = [`Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}.`, notes[name]]
    .filter(Boolean)
    .join(' ')
  parts.set(
    titles[name]!,
    [told, '', '| what | samples | p50 | p95 | target | met |', '|---|---|---|---|---|---|', ...rows].join('\n'),
  )
  const inOrder = Object.values(titles).filter(title => parts.has(title))
  writeFileSync(file, `${[...head, ...inOrder.map(title => `## ${title}\n\n${parts.get(title)}\n`)].join('\n')}`)
  console.log(`Wrote "${titles[name]}" to docs/performance.md.`)
}

const partsOf = (page: string): Map<string, string> =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map(part => {
        const [title = '', ...rest] = part.split('\n')
        return [title, rest.join('\n').trim()]
      }),
  )
