import path from 'node:path'
import { createClient } from '@recaps/contract'
import { startYoutubeTwin } from '@recaps/youtube-twin'
import { buildWebIfStale } from './build-web.ts'
import { root } from './root.ts'

/** The product with stand-ins for everything outside: it can be tried with no network at all. */
const account = { email: 'demo@example.com', password: 'watch less, know more' }
const link = 'https://www.youtube.com/watch?v=WL5NPuWAKJo'

const recordings = process.env.RECORDINGS && path.resolve(process.env.INIT_CWD ?? root, process.env.RECORDINGS)
process.chdir(root)
await buildWebIfStale()
const twin = await startYoutubeTwin(recordings ? { recordings } : {})
const port = process.env.PORT ?? '3000'
const defaults = {
  PORT: port,
  DATA_DIR: '.demo-data',
  YOUTUBE_URL: twin.url,
  DEFAULT_PLAN: 'pro',
  DEMO: 'on',
  LOG_LEVEL: 'warn',
}
process.env = { ...defaults, ...process.env }
process.once('SIGTERM', () => void twin.close())
process.once('SIGINT', () => void twin.close())
await import('../apps/server/src/main.ts')

const url = `http://localhost:${port}`
const client = createClient({ baseUrl: url, token: () => '' })
await client.auth.register({ body: { ...account, firstName: 'Demo', lastName: 'Visitor' } }).catch(() => {
  // The account is there since the first start.
})
console.log(`
  The demo runs. YouTube is stood in for by three channels of our own${recordings ? `, and by the recordings in ${recordings}` : ''}.

  Open      ${url}
  Log in    ${account.email}   ${account.password}
  Paste     ${link}
`)
