import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mobile, readPhoneApp } from './build/phone-app.ts'
import { phoneDevice, phoneFacts, phonePage } from './build/phone-build.ts'

const app = readPhoneApp()

/** The phone build: bundled into the native app, with phone modules replacing browser modules. */
export default defineConfig({
  plugins: [phoneDevice, react(), phoneFacts(app), phonePage(app)],
  define: { __APP_VERSION__: JSON.stringify(app.version) },
  build: {
    outDir: path.join(mobile, 'www'),
    emptyOutDir: true,
    rolldownOptions: {
      input: 'phone.html',
      // Code that every page needs is one script: a phone opens one file faster than forty.
      output: {
        codeSplitting: { groups: [{ name: 'base', tags: ['$initial'], test: id => !/phone\.(tsx|html)/.test(id) }] },
      },
      checks: { bundlerTimings: false },
    },
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
