import { setImmediate } from 'node:timers/promises'
import { render } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createApp } from '../app/create-app.tsx'
import { createMemoryApi, type MemoryApi } from './server/memory-api.ts'
import { createWorld, sampleToken, type World } from './server/world.ts'

export interface OpenedApp {
  api: MemoryApi
  user: UserEvent
}

let api: MemoryApi | null = null
let leave: (() => void) | undefined
const network = setupServer(
  http.all('*', ({ request }) => {
    if (!api) throw new Error(`No memory server for ${request.url}`)
    return api.handle(request)
  }),
)

/** Call once per test file: routes all requests of its tests to the memory server. */
export function withMemoryServer() {
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
  afterEach(async () => {
    leave?.()
    // Node's fetch throws if a request is aborted at the moment its response ends.
    await setImmediate()
    api?.closeStreams()
    api = null
  })
  afterAll(() => network.close())
}

interface Options {
  world?: World
  isSignedOut?: boolean
  /** Prepares the server before the app starts, for example with faults. */
  setUp?(api: MemoryApi): void
  /** Rendered next to the app. */
  beside?: ReactNode
}

/** Opens the complete app at a path, connected to the memory server. */
export function openApp(path: string, { world = createWorld(), isSignedOut, setUp, beside }: Options = {}): OpenedApp {
  api = createMemoryApi(world)
  setUp?.(api)
  if (!isSignedOut) localStorage.setItem('authToken', sampleToken)
  window.history.pushState(null, '', path)
  const user = userEvent.setup({ delay: null })
  const app = createApp()
  leave = app.leave
  render(
    app.element(content => (
      <BrowserRouter>
        {content}
        {beside}
      </BrowserRouter>
    )),
  )
  return { api, user }
}

export const path = () => window.location.pathname + window.location.search

/** Delays responses for a path. Returns a function that releases them. */
export function delayResponses(api: MemoryApi, method: string, path: string): () => void {
  const { handle } = api
  const { promise, resolve } = Promise.withResolvers<void>()
  api.handle = async request => {
    if (request.method === method && new URL(request.url).pathname === path) await promise
    return handle(request)
  }
  return resolve
}
