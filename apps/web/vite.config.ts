import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compressTexts } from './build/compress.ts'
import { serveLanding, writeLanding } from './build/landing.ts'
import { listForWorker } from './build/precache.ts'
import { prerenderFirstPages } from './build/prerender.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** The page is built as app.html because the landing page owns `/`; in development every page path leads to it too, but one. */
const servePagesFromAppHtml: Plugin = {
  name: 'serve-pages-from-app-html',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const wantsPage = request.headers.accept?.includes('text/html') && !/\.\w+($|\?)/.test(request.url ?? '')
      if (wantsPage) request.url = request.url?.startsWith('/dev/ui') ? '/dev-ui.html' : '/app.html'
      // A picture that stays on its way, for the page of components.
      if (request.url === '/dev/unanswered.png') return
      next()
    })
  },
}

/** Puts the little script that fetches the first page ahead of the app. */
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
 * What every page needs comes as one script and one style sheet: a browser that fetches six files at a time waits for
 * each round. What the first-page script needs stays apart, for that one must not wait for the rest.
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

/** The service worker keeps its address from build to build: by it browsers find the new one. */
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
    listForWorker,
    compressTexts,
  ],
  define,
  server: { port: 5173, proxy: { '/api': api, '/health': api, '/audio': api, '/thumbnails': api } },
  build: {
    rolldownOptions: {
      input: { app: 'app.html', 'service-worker': 'src/worker/service-worker.ts' },
      output: { codeSplitting, entryFileNames },
      // Brotli at full strength takes its time on a slow machine, and `npm start` should not warn of it.
      checks: { bundlerTimings: false },
    },
    // Says which file needs which: the budgets are read from it.
    manifest: true,
    // Every file has its own address: the content security policy allows no data: or inline code.
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
    // As vitest.config.ts has it: this project inherits nothing, and one file after the other took three minutes.
    // As many as the root has.
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    testTimeout: 60_000,
  },
})
