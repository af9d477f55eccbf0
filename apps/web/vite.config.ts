import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** The page is built as app.html because the landing page owns `/`; in development every page path leads to it too. */
const servePagesFromAppHtml: Plugin = {
  name: 'serve-pages-from-app-html',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const wantsPage = request.headers.accept?.includes('text/html') && !/\.\w+($|\?)/.test(request.url ?? '')
      if (wantsPage) request.url = '/app.html'
      next()
    })
  },
}

const api = 'http://localhost:3000'

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), servePagesFromAppHtml],
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: { port: 5173, proxy: { '/api': api, '/health': api, '/audio': api, '/thumbnails': api } },
  build: {
    rolldownOptions: { input: 'app.html' },
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
    testTimeout: 15_000,
  },
})
