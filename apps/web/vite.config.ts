import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compressTexts } from './build/compress.ts'
import { serveLanding, writeLanding } from './build/landing.ts'
import { injectPrecacheList } from './build/precache.ts'
import { prerenderFirstPages } from './build/prerender.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** The app's page is app.html, because `/` is the landing page. In development, serves it for every page path except /dev/ui. */
const servePagesFromAppHtml: Plugin = {
  name: 'serve-pages-from-app-html',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const wantsPage = request.headers.accept?.includes('text/html') && !/\.\w+($|\?)/.test(request.url ?? '')
      if (wantsPage) request.url = request.url?.startsWith('/dev/ui') ? '/dev-ui.html' : '/app.html'
      // Never answered: a picture that stays loading, for /dev/ui.
      if (request.url === '/dev/unanswered.png') return
      next()
    })
  },
}

/** Adds the small script that preloads the first page's code before the app's own script. */
const fetchFirstPageEarly: Plugin = {
  name: 'fetch-first-page-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const chunk = Object.values(bundle ?? {}).find(file => file.type === 'chunk' && file.name === 'first-page')
      if (!chunk) throw new Error('The build has no first-page chunk')
      return [{ tag: 'script', attrs: { type: 'module', src: `/${chunk.fileName}` }, injectTo: 'head-prepend' }]
    },
  },
}

/**
 * Code that every page needs is one script and one style sheet: browsers fetch six files at a time and wait for each round.
 * The first-page script has its own chunk, because it must not wait for the rest.
 */
const codeSplitting = {
  groups: [
    { name: 'first-page', priority: 1, test: /\/src\/app\/first-page\.ts/ },
    {
      name: 'base',
      tags: ['$initial' as const],
      test: (id: string) => !/\/(main\.tsx|app\.html|src\/worker\/|workbox-)/.test(id),
    },
  ],
}

/** The service worker has the same URL in every build, so that browsers find updates. */
const entryFileNames = ({ name }: { name: string }) =>
  name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js'

const define = { __APP_VERSION__: JSON.stringify(version) }
const api = 'http://localhost:3000'

export default defineConfig({
  appType: 'mpa',
  plugins: [
    react(),
    serveLanding,
    servePagesFromAppHtml,
    fetchFirstPageEarly,
    prerenderFirstPages(define),
    writeLanding(define),
    injectPrecacheList,
    compressTexts,
  ],
  define,
  server: { port: 5173, proxy: { '/api': api, '/health': api, '/audio': api, '/thumbnails': api } },
  build: {
    rolldownOptions: {
      input: { app: 'app.html', 'service-worker': 'src/worker/service-worker.ts' },
      output: { codeSplitting, entryFileNames },
      // Maximum Brotli compression is slow on slow machines; `npm start` should not warn about it.
      checks: { bundlerTimings: false },
    },
    // Lists the imports of each chunk, for the size budgets (.size-limit.js).
    manifest: true,
    // No inlined files: the content security policy allows no data: URLs or inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: true,
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // Same as in the root vitest.config.ts, which projects do not inherit. Running files one by one took three minutes.
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    testTimeout: 60_000,
  },
})
