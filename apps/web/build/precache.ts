import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Not needed to open the app: what only the home screen and strangers are shown. */
const leftOut =
  /^(service-worker\.js|landing\b.*|login\.html|index\.html|icon-.*\.png|manifest\.webmanifest|apple-touch-icon\.png|robots\.txt|screenshots\/.*)$/

/** Tells the service worker which files the app consists of: those of the build, and those that are copied beside them. */
export const listForWorker: Plugin = {
  name: 'list-for-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = bundle['service-worker.js']
      if (worker?.type !== 'chunk') throw new Error('The build has no service worker')
      const built = Object.values(bundle).map(file => entryOf(file.fileName, contentOf(file)))
      const copied = copiedFiles().map(([name, content]) => entryOf(name, content))
      const entries = [...built, ...copied].filter(({ url }) => !leftOut.test(url.slice(1)) && !url.startsWith('/.'))
      const place = 'self.__WB_MANIFEST'
      if (worker.code.split(place).length !== 2) throw new Error('The service worker has no place for the files')
      worker.code = worker.code.replace(place, () => JSON.stringify(entries))
    },
  },
}

/** A file with its hash in its name never changes; every other one is known by its content. */
const entryOf = (name: string, content: string | Uint8Array) => ({
  url: `/${name}`,
  revision: name.startsWith('assets/') ? null : createHash('sha256').update(content).digest('hex').slice(0, 16),
})

const contentOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  file.type === 'chunk' ? file.code : file.source

function copiedFiles(): [name: string, content: Buffer][] {
  const folder = path.resolve(import.meta.dirname, '../public')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => path.join(file.parentPath, file.name))
    .map(file => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)])
}
