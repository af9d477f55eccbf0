import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Shorter texts gain nothing: with their headers they fit into one packet as they are. */
const leastBytes = 1000
const isText = /\.(js|css|svg|json|txt)$/

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/**
 * Lays every text of the build beside itself in Brotli and gzip, at the strength that is too slow for a server that is
 * being waited for. Pages and the manifest are left out: the server writes facts of the installation into them.
 */
export const compressTexts: Plugin = {
  name: 'compress-texts',
  apply: 'build',
  writeBundle: {
    // Not before the others have written theirs.
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
  if (plain.byteLength < leastBytes) return
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  await Promise.all([
    inBrotli(plain, { params: size }).then(br => writeFile(`${file}.br`, br)),
    inGzip(plain, { level: 9 }).then(gz => writeFile(`${file}.gz`, gz)),
  ])
}
