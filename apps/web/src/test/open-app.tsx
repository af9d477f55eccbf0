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
    if (!api) throw new Error(`Nobody answers ${request.url}`)
    return api.handle(request)
  }),
)

/** Call once in a file: puts the server in memory on the network for its tests. */
export function withMemoryServer() {
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
  afterEach(async () => {
    leave?.()
    // A call that is broken off in the very moment in which its answer ends is more than Node's fetch bears.
    await setImmediate()
    api?.dropStreams()
    api = null
  })
  afterAll(() => network.close())
}

interface Options {
  world?: World
  isSignedOut?: boolean
  /** Breaks and marks of the server before the app starts. */
  setUp?(api: MemoryApi): void
  /** What stands beside the app. */
  beside?: ReactNode
}

/** Opens the whole app at an address, as a browser does, with the server in memory behind it. */
export function openApp(path: string, { world = createWorld(), isSignedOut, setUp, beside }: Options = {}): OpenedApp {
  api = createMemoryApi(world)
  setUp?.(api)
  if (!isSignedOut) localStorage.setItem('authToken', sampleToken)
  window.history.pushState(null, '', path)
  const user = userEvent.setup({ delay: null })
  const app = createApp()
  leave = app.leave
  render(
    app.element(inside => (
      <BrowserRouter>
        {inside}
        {beside}
      </BrowserRouter>
    )),
  )
  return { api, user }
}

export const path = () => window.location.pathname + window.location.search

/** Keeps the calls of a path from being answered until what it returns is called. */
export function held(api: MemoryApi, method: string, path: string): () => void {
  const { handle } = api
  const { promise, resolve } = Promise.withResolvers<void>()
  api.handle = async request => {
    if (request.method === method && new URL(request.url).pathname === path) await promise
    return handle(request)
  }
  return resolve
}
