import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Files not needed offline: those for visitors and for installing the app. */
const excluded =
  /^(service-worker\.js|landing\b.*|login\.html|index\.html|icon-.*\.png|manifest\.webmanifest|apple-touch-icon\.png|robots\.txt|screenshots\/.*)$/

/** Writes the list of the app's files into the service worker: built files and copied ones. */
export const injectPrecacheList: Plugin = {
  name: 'list-for-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = bundle['service-worker.js']
      if (worker?.type !== 'chunk') throw new Error('The build has no service worker')
      const built = Object.values(bundle).map(file => entryOf(file.fileName, contentOf(file)))
      const copied = copiedFiles().map(([name, content]) => entryOf(name, content))
      const entries = [...built, ...copied].filter(({ url }) => !excluded.test(url.slice(1)) && !url.startsWith('/.'))
      const placeholder = 'self.__WB_MANIFEST'
      if (worker.code.split(placeholder).length !== 2)
        throw new Error('The service worker must contain self.__WB_MANIFEST exactly once')
      worker.code = worker.code.replace(placeholder, () => JSON.stringify(entries))
    },
  },
}

/** Files with a hash in their name never change. Others get a hash of their content as revision. */
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
