import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files gain nothing: with headers, they fit into one packet uncompressed. */
const minBytes = 1000
const isText = /\.(js|css|svg|json|txt)$/

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Writes Brotli and gzip copies of all text files of the build, at the maximum level, which would be too slow per request. HTML
 * pages and the manifest are left out, because the server writes installation facts into them.
 */
export const compressTexts: Plugin = {
  name: 'compress-texts',
  apply: 'build',
  writeBundle: {
    // After all other plugins have written their files.
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      const texts = names.filter(name => isText.test(name) && !name.startsWith('.'))
      await Promise.all(texts.map(name => compress(path.join(dir, name))))
    },
  },
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file)
  if (plain.byteLength < minBytes) return
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  await Promise.all([
    brotliAsync(plain, { params: size }).then(br => writeFile(`${file}.br`, br)),
    gzipAsync(plain, { level: 9 }).then(gz => writeFile(`${file}.gz`, gz)),
  ])
}
